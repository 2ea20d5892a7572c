CREATE TABLE "memberships" (
	"service_id" text NOT NULL,
	"staff_id" text NOT NULL,
	"role" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "memberships_service_id_staff_id_pk" PRIMARY KEY("service_id","staff_id"),
	CONSTRAINT "memberships_role" CHECK ("memberships"."role" in ('view_only', 'view_and_refund', 'developer', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "sign_in_tries" (
	"bucket" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"wait_until" timestamp (3) with time zone,
	CONSTRAINT "sign_in_tries_failures" CHECK ("sign_in_tries"."failures" > 0)
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"operator" boolean DEFAULT false NOT NULL,
	CONSTRAINT "staff_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "staff_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"email" text NOT NULL,
	"service_id" text,
	"role" text,
	"invited_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "staff_invitations_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "staff_invitations_role" CHECK ("staff_invitations"."role" in ('view_only', 'view_and_refund', 'developer', 'admin')),
	CONSTRAINT "staff_invitations_role_of_service" CHECK (("staff_invitations"."service_id" is null) = ("staff_invitations"."role" is null)),
	CONSTRAINT "staff_invitations_end_once" CHECK (num_nonnulls("staff_invitations"."accepted_at", "staff_invitations"."withdrawn_at") <= 1)
);
--> statement-breakpoint
CREATE TABLE "staff_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" bigint NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"created_at" timestamp (3) with time zone,
	"aaguid" text,
	CONSTRAINT "staff_passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "staff_passwords" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_second_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "staff_second_factors_staffId_unique" UNIQUE("staff_id"),
	CONSTRAINT "staff_second_factors_failures" CHECK ("staff_second_factors"."failed_verification_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"proved_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "staff_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "staff_verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passwords" ADD CONSTRAINT "staff_passwords_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_second_factors" ADD CONSTRAINT "staff_second_factors_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memberships_by_staff" ON "memberships" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "sign_in_tries_last_at" ON "sign_in_tries" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "staff_invitations_by_service" ON "staff_invitations" USING btree ("service_id","created_at");--> statement-breakpoint
CREATE INDEX "staff_passkeys_by_staff" ON "staff_passkeys" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_passwords_by_staff" ON "staff_passwords" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_by_staff" ON "staff_sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_verifications_by_identifier" ON "staff_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "payments_by_metadata" ON "payments" USING gin ("service_id","metadata") WHERE "payments"."metadata" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_by_resource" ON "audit_log" USING btree ("service_id","resource_type","resource_id");--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
