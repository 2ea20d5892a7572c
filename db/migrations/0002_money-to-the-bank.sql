CREATE TABLE "service_logos" (
	"service_id" text PRIMARY KEY NOT NULL,
	"media_type" text NOT NULL,
	"image" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"service_id" text,
	"account_id" text,
	"payment_id" text,
	"kind" text NOT NULL,
	"dedupe_key" text NOT NULL,
	"details" jsonb NOT NULL,
	"raised_at" timestamp (3) with time zone NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"last_raised_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"settled_by" text,
	CONSTRAINT "alerts_dedupeKey_unique" UNIQUE("dedupe_key")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "card_attempts" (
	"bucket" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer NOT NULL,
	"declines" integer NOT NULL,
	"blocked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" text PRIMARY KEY NOT NULL,
	"service_id" text,
	"account_id" text,
	"payment_id" text,
	"refund_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"recipient" text NOT NULL,
	"sealed_details" text,
	"due_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "emails_kind" CHECK ("emails"."kind" in ('paymentConfirmation', 'refundIssued', 'staffInvitation', 'staffPasswordReset', 'staffNotice')),
	CONSTRAINT "emails_sent" CHECK (num_nonnulls("emails"."due_at", "emails"."sent_at") <= 1)
);
--> statement-breakpoint
CREATE TABLE "policy_reports" (
	"directive" text NOT NULL,
	"blocked" text NOT NULL,
	"page" text NOT NULL,
	"times" bigint NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "policy_reports_directive_blocked_page_pk" PRIMARY KEY("directive","blocked","page")
);
--> statement-breakpoint
CREATE TABLE "page_visits" (
	"service_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"page" text NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"visits" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "page_visits_service_id_payment_id_page_pk" PRIMARY KEY("service_id","payment_id","page")
);
--> statement-breakpoint
CREATE TABLE "payout_lines" (
	"service_id" text NOT NULL,
	"payout_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"kind" text NOT NULL,
	"payment_id" text,
	"refund_id" text,
	"dispute_id" text,
	"gross" integer NOT NULL,
	"fee" integer NOT NULL,
	"net" integer NOT NULL,
	"description" text,
	CONSTRAINT "payout_lines_service_id_payout_id_provider_id_pk" PRIMARY KEY("service_id","payout_id","provider_id"),
	CONSTRAINT "payout_lines_kind" CHECK ("payout_lines"."kind" in ('payment', 'refund', 'refundReversal', 'dispute', 'disputeReversal', 'failedPaymentFee', 'other')),
	CONSTRAINT "payout_lines_net" CHECK ("payout_lines"."net" = "payout_lines"."gross" - "payout_lines"."fee")
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"service_id" text NOT NULL,
	"id" text NOT NULL,
	"account_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"credentials_id" text,
	"provider_id" text NOT NULL,
	"status" text NOT NULL,
	"amount" integer NOT NULL,
	"arrives_on" date NOT NULL,
	"due_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"reconciled_at" timestamp (3) with time zone,
	CONSTRAINT "payouts_service_id_id_pk" PRIMARY KEY("service_id","id"),
	CONSTRAINT "payouts_status" CHECK ("payouts"."status" in ('pending', 'inTransit', 'paid', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "psp_credentials" (
	"service_id" text NOT NULL,
	"id" text NOT NULL,
	"account_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"payment_provider" text NOT NULL,
	"sealed" text NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "psp_credentials_service_id_id_pk" PRIMARY KEY("service_id","id")
);
--> statement-breakpoint
CREATE TABLE "psp_notifications" (
	"service_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "psp_notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" text NOT NULL,
	"credentials_id" text NOT NULL,
	"dedupe_key" text NOT NULL,
	"event" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"handled_at" timestamp (3) with time zone,
	"why" text,
	CONSTRAINT "psp_notifications_service_id_id_pk" PRIMARY KEY("service_id","id"),
	CONSTRAINT "psp_notifications_state" CHECK ("psp_notifications"."state" in ('waiting', 'handled', 'ignored', 'abandoned')),
	CONSTRAINT "psp_notifications_due_while_waiting" CHECK (("psp_notifications"."due_at" is not null) = ("psp_notifications"."state" = 'waiting'))
);
--> statement-breakpoint
ALTER TABLE "psp_operations" DROP CONSTRAINT "psp_operations_kind";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "moto_masks_number" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "moto_masks_security_code" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "emails_confirmation" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "emails_refund" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "defends_against_card_testing" boolean;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "step_up_refund_pence" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "disabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "credentials_id" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "clock_ahead_seconds" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "banner_colour" text;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "button_colour" text;--> statement-breakpoint
ALTER TABLE "payment_instruments" ADD COLUMN "credentials_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "credentials_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "challenge" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "capture_check_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "payout_id" text;--> statement-breakpoint
ALTER TABLE "service_logos" ADD CONSTRAINT "service_logos_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_visits" ADD CONSTRAINT "page_visits_service_id_payment_id_payments_service_id_id_fk" FOREIGN KEY ("service_id","payment_id") REFERENCES "public"."payments"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_service_id_payout_id_payouts_service_id_id_fk" FOREIGN KEY ("service_id","payout_id") REFERENCES "public"."payouts"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_service_id_account_id_accounts_service_id_id_fk" FOREIGN KEY ("service_id","account_id") REFERENCES "public"."accounts"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "psp_credentials" ADD CONSTRAINT "psp_credentials_service_id_account_id_accounts_service_id_id_fk" FOREIGN KEY ("service_id","account_id") REFERENCES "public"."accounts"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_by_service" ON "alerts" USING btree ("service_id","raised_at");--> statement-breakpoint
CREATE INDEX "emails_by_payment" ON "emails" USING btree ("service_id","payment_id");--> statement-breakpoint
CREATE INDEX "emails_due" ON "emails" USING btree ("due_at") WHERE "emails"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_by_provider_id" ON "payouts" USING btree ("service_id","provider_id");--> statement-breakpoint
CREATE INDEX "payouts_newest_first" ON "payouts" USING btree ("service_id","account_id","arrives_on","id");--> statement-breakpoint
CREATE INDEX "payouts_due" ON "payouts" USING btree ("due_at") WHERE "payouts"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "psp_credentials_by_id" ON "psp_credentials" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "psp_notifications_once" ON "psp_notifications" USING btree ("service_id","credentials_id","dedupe_key");--> statement-breakpoint
CREATE INDEX "psp_notifications_due" ON "psp_notifications" USING btree ("due_at") WHERE "psp_notifications"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_capture_check_due" ON "payments" USING btree ("capture_check_due_at") WHERE "payments"."capture_check_due_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_by_payout" ON "payments" USING btree ("service_id","payout_id") WHERE "payments"."payout_id" is not null;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_clock_of_test" CHECK ("accounts"."clock_ahead_seconds" = 0 or (not "accounts"."live" and "accounts"."clock_ahead_seconds" > 0));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_challenge_while_started" CHECK ("payments"."challenge" is null or "payments"."status" = 'started');--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_capture_check_of_asked" CHECK ("payments"."capture_check_due_at" is null or ("payments"."capture_submitted_at" is not null and "payments"."captured_on" is null));--> statement-breakpoint
ALTER TABLE "psp_operations" ADD CONSTRAINT "psp_operations_kind" CHECK ("psp_operations"."kind" in ('prepare', 'authorise', 'complete3ds', 'authoriseSavedCard', 'capture', 'void', 'refund', 'deleteSavedCard', 'transferOut', 'transferIn'));