CREATE TABLE "audit_checks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"started_at" timestamp (3) with time zone NOT NULL,
	"started_by" text NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"finding" text,
	"entries" bigint,
	"head" text,
	"broken_id" bigint,
	CONSTRAINT "audit_checks_started_by" CHECK ("audit_checks"."started_by" in ('clock', 'staff', 'command')),
	CONSTRAINT "audit_checks_finding" CHECK ("audit_checks"."finding" in ('whole', 'changed', 'doesNotFollow', 'cutOff')),
	CONSTRAINT "audit_checks_finished" CHECK (num_nulls("audit_checks"."finished_at", "audit_checks"."finding", "audit_checks"."entries", "audit_checks"."head") in (0, 4))
);
