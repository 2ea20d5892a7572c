CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE TABLE "accounts" (
	"service_id" text NOT NULL,
	"id" text NOT NULL,
	"live" boolean NOT NULL,
	"payment_provider" text NOT NULL,
	"provider_ready" boolean DEFAULT false NOT NULL,
	"creation_turned_off" boolean DEFAULT false NOT NULL,
	"moto_enabled" boolean DEFAULT false NOT NULL,
	"moto_api_enabled" boolean DEFAULT false NOT NULL,
	"recurring_enabled" boolean DEFAULT false NOT NULL,
	"recurring_turned_off" boolean DEFAULT false NOT NULL,
	"card_digits" text DEFAULT 'number' NOT NULL,
	"accepted_brands" text[] DEFAULT array['visa','master-card','american-express','diners-club','discover','jcb','unionpay']::text[] NOT NULL,
	"accepts_credit" boolean DEFAULT true NOT NULL,
	"accepts_debit" boolean DEFAULT true NOT NULL,
	"accepts_prepaid" boolean DEFAULT true NOT NULL,
	"surcharge_credit_pence" integer DEFAULT 0 NOT NULL,
	"surcharge_debit_pence" integer DEFAULT 0 NOT NULL,
	"surcharge_prepaid_debit_pence" integer DEFAULT 0 NOT NULL,
	"fee_basis_points" integer DEFAULT 0 NOT NULL,
	"fee_fixed_pence" integer DEFAULT 0 NOT NULL,
	"collects_billing_address" boolean DEFAULT true NOT NULL,
	"collects_email" boolean DEFAULT true NOT NULL,
	"default_country" text DEFAULT 'GB' NOT NULL,
	"create_per_second" integer,
	"capture_per_second" integer,
	"other_post_per_second" integer,
	"get_per_second" integer,
	"counted_before" date,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "accounts_service_id_id_pk" PRIMARY KEY("service_id","id"),
	CONSTRAINT "accounts_one_of_each" UNIQUE("service_id","live"),
	CONSTRAINT "accounts_provider" CHECK ("accounts"."payment_provider" in ('sandbox', 'stripe', 'worldpay')),
	CONSTRAINT "accounts_sandbox_is_test" CHECK (not ("accounts"."live" and "accounts"."payment_provider" = 'sandbox')),
	CONSTRAINT "accounts_pence" CHECK (least("accounts"."surcharge_credit_pence", "accounts"."surcharge_debit_pence", "accounts"."surcharge_prepaid_debit_pence", "accounts"."fee_basis_points", "accounts"."fee_fixed_pence") >= 0),
	CONSTRAINT "accounts_card_digits" CHECK ("accounts"."card_digits" in ('number', 'text'))
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"hash" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"service_id" text NOT NULL,
	"account_id" text NOT NULL,
	"name" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "services" (
	"id" text PRIMARY KEY NOT NULL,
	"name_en" text NOT NULL,
	"name_cy" text,
	"organisation" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agreements" (
	"service_id" text NOT NULL,
	"id" text NOT NULL,
	"account_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"reference" text NOT NULL,
	"description" text NOT NULL,
	"user_identifier" text,
	"cancelled_at" timestamp (3) with time zone,
	"payment_instrument_id" text,
	CONSTRAINT "agreements_service_id_id_pk" PRIMARY KEY("service_id","id"),
	CONSTRAINT "agreements_status" CHECK ("agreements"."status" in ('created', 'active', 'cancelled', 'inactive')),
	CONSTRAINT "agreements_cancelled" CHECK (("agreements"."cancelled_at" is not null) = ("agreements"."status" = 'cancelled')),
	CONSTRAINT "agreements_active_has_card" CHECK ("agreements"."status" <> 'active' or "agreements"."payment_instrument_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "payment_instruments" (
	"service_id" text NOT NULL,
	"id" text NOT NULL,
	"account_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"payment_provider" text NOT NULL,
	"saved_card" text,
	"card_brand" text,
	"card_type" text,
	"first_digits" text NOT NULL,
	"last_digits" text NOT NULL,
	"card_expiry" text NOT NULL,
	"cardholder_name" text NOT NULL,
	"billing_address" jsonb,
	"deletion_due_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "payment_instruments_service_id_id_pk" PRIMARY KEY("service_id","id"),
	CONSTRAINT "payment_instruments_digits" CHECK ("payment_instruments"."first_digits" ~ '^[0-9]{6}$' and "payment_instruments"."last_digits" ~ '^[0-9]{4}$'),
	CONSTRAINT "payment_instruments_deleted_has_no_token" CHECK ("payment_instruments"."deleted_at" is null or "payment_instruments"."saved_card" is null)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"service_id" text NOT NULL,
	"account_id" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"payment_id" text NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_service_id_account_id_key_pk" PRIMARY KEY("service_id","account_id","key")
);
--> statement-breakpoint
CREATE TABLE "payment_day_counts" (
	"service_id" text NOT NULL,
	"account_id" text NOT NULL,
	"day" date NOT NULL,
	"status" text NOT NULL,
	"card_brand" text NOT NULL,
	"payments" integer NOT NULL,
	CONSTRAINT "payment_day_counts_service_id_account_id_day_status_card_brand_pk" PRIMARY KEY("service_id","account_id","day","status","card_brand")
);
--> statement-breakpoint
CREATE TABLE "payment_drafts" (
	"service_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"answers" jsonb NOT NULL,
	"problems" jsonb NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_drafts_service_id_payment_id_pk" PRIMARY KEY("service_id","payment_id")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"service_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "payment_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"status" text NOT NULL,
	"code" text,
	"can_retry" boolean,
	"refund_id" text,
	"happened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_events_service_id_payment_id_id_pk" PRIMARY KEY("service_id","payment_id","id"),
	CONSTRAINT "payment_events_status" CHECK ("payment_events"."status" in ('created', 'started', 'submitted', 'failed', 'success', 'capturable', 'cancelled', 'error')),
	CONSTRAINT "payment_events_code" CHECK ("payment_events"."code" is null or "payment_events"."code" in ('P0010', 'P0020', 'P0030', 'P0040', 'P0050'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"service_id" text NOT NULL,
	"id" text NOT NULL,
	"account_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"code" text,
	"can_retry" boolean,
	"expires_at" timestamp (3) with time zone,
	"amount" integer NOT NULL,
	"reference" text NOT NULL,
	"description" text NOT NULL,
	"language" text NOT NULL,
	"authorisation_mode" text NOT NULL,
	"return_url" text,
	"delayed_capture" boolean NOT NULL,
	"moto" boolean NOT NULL,
	"email" text,
	"metadata" jsonb,
	"prefill" jsonb,
	"agreement_id" text,
	"set_up_agreement_id" text,
	"agreement_payment_type" text,
	"token_generation" integer DEFAULT 0 NOT NULL,
	"payment_provider" text NOT NULL,
	"provider_id" text,
	"card_brand" text,
	"card_type" text,
	"first_digits" text,
	"last_digits" text,
	"card_expiry" text,
	"cardholder_name" text,
	"billing_address" jsonb,
	"payer_email" text,
	"surcharge" integer,
	"three_ds_required" boolean,
	"exemption" jsonb,
	"capture_due_at" timestamp (3) with time zone,
	"capture_tries" integer DEFAULT 0 NOT NULL,
	"capture_submitted_at" timestamp (3) with time zone,
	"captured_on" date,
	"settled_on" date,
	"fee" integer,
	"void_due_at" timestamp (3) with time zone,
	"voided_at" timestamp (3) with time zone,
	"take_due_at" timestamp (3) with time zone,
	"saved_instrument_id" text,
	"refunded" integer DEFAULT 0 NOT NULL,
	"disputed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "payments_service_id_id_pk" PRIMARY KEY("service_id","id"),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('created', 'started', 'submitted', 'failed', 'success', 'capturable', 'cancelled', 'error')),
	CONSTRAINT "payments_code" CHECK ("payments"."code" is null or "payments"."code" in ('P0010', 'P0020', 'P0030', 'P0040', 'P0050')),
	CONSTRAINT "payments_code_says_why" CHECK (("payments"."code" is not null) = ("payments"."status" in ('failed', 'cancelled', 'error'))),
	CONSTRAINT "payments_expire_unless_finished" CHECK (("payments"."expires_at" is null) = ("payments"."status" in ('success', 'failed', 'cancelled', 'error'))),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" between 1 and 10000000),
	CONSTRAINT "payments_surcharge" CHECK ("payments"."surcharge" > 0),
	CONSTRAINT "payments_language" CHECK ("payments"."language" in ('en', 'cy')),
	CONSTRAINT "payments_mode" CHECK ("payments"."authorisation_mode" in ('web', 'moto_api', 'agreement')),
	CONSTRAINT "payments_return_url" CHECK (("payments"."return_url" is not null) = ("payments"."authorisation_mode" = 'web')),
	CONSTRAINT "payments_agreement" CHECK (("payments"."agreement_id" is not null) = ("payments"."authorisation_mode" = 'agreement')),
	CONSTRAINT "payments_moto_api_is_moto" CHECK ("payments"."moto" or "payments"."authorisation_mode" <> 'moto_api'),
	CONSTRAINT "payments_set_up_by_web" CHECK ("payments"."set_up_agreement_id" is null or "payments"."authorisation_mode" = 'web'),
	CONSTRAINT "payments_capturable_is_delayed" CHECK ("payments"."delayed_capture" or "payments"."status" <> 'capturable'),
	CONSTRAINT "payments_token_generation" CHECK ("payments"."token_generation" >= 0),
	CONSTRAINT "payments_card_whole_or_absent" CHECK (num_nulls("payments"."first_digits", "payments"."last_digits", "payments"."card_expiry", "payments"."cardholder_name") in (0, 4)),
	CONSTRAINT "payments_card_brand" CHECK ("payments"."card_brand" is null or "payments"."card_brand" in ('visa', 'master-card', 'american-express', 'diners-club', 'discover', 'jcb', 'unionpay', 'maestro')),
	CONSTRAINT "payments_card_digits" CHECK ("payments"."first_digits" ~ '^[0-9]{6}$' and "payments"."last_digits" ~ '^[0-9]{4}$'),
	CONSTRAINT "payments_authorised_has_provider_id" CHECK ("payments"."status" not in ('submitted', 'capturable', 'success') or "payments"."provider_id" is not null or "payments"."authorisation_mode" = 'agreement'),
	CONSTRAINT "payments_refunded" CHECK ("payments"."refunded" between 0 and "payments"."amount" + coalesce("payments"."surcharge", 0)),
	CONSTRAINT "payments_take_due_of_agreement" CHECK ("payments"."take_due_at" is null or "payments"."authorisation_mode" = 'agreement'),
	CONSTRAINT "payments_capture_due_of_success" CHECK ("payments"."capture_due_at" is null or "payments"."status" = 'success'),
	CONSTRAINT "payments_captured_of_success" CHECK ("payments"."captured_on" is null or "payments"."status" = 'success'),
	CONSTRAINT "payments_captured_after_asking" CHECK ("payments"."captured_on" is null or "payments"."capture_submitted_at" is not null),
	CONSTRAINT "payments_settled_after_captured" CHECK ("payments"."settled_on" is null or "payments"."captured_on" is not null),
	CONSTRAINT "payments_void_of_ended" CHECK (num_nonnulls("payments"."void_due_at", "payments"."voided_at") = 0 or "payments"."status" in ('failed', 'cancelled', 'error'))
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"service_id" text,
	"who" text NOT NULL,
	"what" text NOT NULL,
	"resource_type" text,
	"resource_id" text,
	"from_address" text,
	"before" jsonb,
	"after" jsonb,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_log_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "platform" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"maintenance" boolean DEFAULT false NOT NULL,
	CONSTRAINT "platform_one_row" CHECK ("platform"."only")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_windows" (
	"bucket" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"used" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_log" (
	"service_id" text NOT NULL,
	"account_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "request_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" text NOT NULL,
	"api_key_id" text,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"http_status" integer NOT NULL,
	"code" text,
	"milliseconds" integer NOT NULL,
	"idempotency_hit" boolean DEFAULT false NOT NULL,
	"payment_id" text,
	"request_body" jsonb,
	"response_body" jsonb,
	"happened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "request_log_service_id_account_id_id_pk" PRIMARY KEY("service_id","account_id","id")
);
--> statement-breakpoint
CREATE TABLE "psp_operations" (
	"service_id" text NOT NULL,
	"key" text NOT NULL,
	"account_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"answer" jsonb,
	CONSTRAINT "psp_operations_service_id_key_pk" PRIMARY KEY("service_id","key"),
	CONSTRAINT "psp_operations_kind" CHECK ("psp_operations"."kind" in ('authorise', 'complete3ds', 'authoriseSavedCard', 'capture', 'void', 'refund', 'deleteSavedCard')),
	CONSTRAINT "psp_operations_state" CHECK ("psp_operations"."state" in ('asked', 'answered', 'unknown')),
	CONSTRAINT "psp_operations_open_has_lease" CHECK (("psp_operations"."lease_until" is null) = ("psp_operations"."state" = 'answered')),
	CONSTRAINT "psp_operations_answered" CHECK (("psp_operations"."answered_at" is not null) = ("psp_operations"."state" = 'answered'))
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"service_id" text NOT NULL,
	"id" text NOT NULL,
	"account_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"provider_id" text,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"evidence_due_at" timestamp (3) with time zone,
	"fee" integer,
	"net_amount" integer,
	"settled_on" date,
	CONSTRAINT "disputes_service_id_id_pk" PRIMARY KEY("service_id","id"),
	CONSTRAINT "disputes_status" CHECK ("disputes"."status" in ('needs_response', 'under_review', 'won', 'lost')),
	CONSTRAINT "disputes_amount" CHECK ("disputes"."amount" > 0),
	CONSTRAINT "disputes_settled_lost" CHECK ("disputes"."settled_on" is null or "disputes"."status" = 'lost'),
	CONSTRAINT "disputes_money_of_lost" CHECK (num_nonnulls("disputes"."fee", "disputes"."net_amount") = 0 or "disputes"."status" = 'lost')
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"service_id" text NOT NULL,
	"id" text NOT NULL,
	"account_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"amount" integer NOT NULL,
	"due_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"settled_on" date,
	CONSTRAINT "refunds_service_id_id_pk" PRIMARY KEY("service_id","id"),
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('submitted', 'success', 'error')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" between 1 and 10000000),
	CONSTRAINT "refunds_due_while_submitted" CHECK ("refunds"."due_at" is null or "refunds"."status" = 'submitted'),
	CONSTRAINT "refunds_settled_succeeded" CHECK ("refunds"."settled_on" is null or "refunds"."status" = 'success')
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"service_id" text NOT NULL,
	"message_id" text NOT NULL,
	"number" integer NOT NULL,
	"tried_at" timestamp (3) with time zone NOT NULL,
	"milliseconds" integer NOT NULL,
	"http_status" integer,
	"failure" text,
	CONSTRAINT "webhook_attempts_service_id_message_id_number_pk" PRIMARY KEY("service_id","message_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_messages" (
	"service_id" text NOT NULL,
	"id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"event_type" text NOT NULL,
	"resource_type" text NOT NULL,
	"resource_id" text NOT NULL,
	"body" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_messages_service_id_id_pk" PRIMARY KEY("service_id","id"),
	CONSTRAINT "webhook_messages_due_until_delivered" CHECK (num_nulls("webhook_messages"."due_at", "webhook_messages"."delivered_at") >= 1)
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"service_id" text NOT NULL,
	"id" text NOT NULL,
	"account_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"callback_url" text NOT NULL,
	"description" text NOT NULL,
	"event_types" text[] NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_secret_until" timestamp (3) with time zone,
	CONSTRAINT "webhooks_service_id_id_pk" PRIMARY KEY("service_id","id"),
	CONSTRAINT "webhooks_url" CHECK (char_length("webhooks"."callback_url") <= 2048),
	CONSTRAINT "webhooks_rotation" CHECK (("webhooks"."previous_secret" is null) = ("webhooks"."previous_secret_until" is null))
);
--> statement-breakpoint
CREATE TABLE "bin_ranges" (
	"range_from" bigint PRIMARY KEY NOT NULL,
	"range_to" bigint NOT NULL,
	"brand" text NOT NULL,
	"type" text,
	"corporate" boolean NOT NULL,
	"prepaid" boolean NOT NULL,
	"country" text,
	"loaded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bin_ranges_order" CHECK ("bin_ranges"."range_from" between 0 and "bin_ranges"."range_to" and "bin_ranges"."range_to" <= 99999999999),
	CONSTRAINT "bin_ranges_brand" CHECK ("bin_ranges"."brand" in ('visa', 'master-card', 'american-express', 'diners-club', 'discover', 'jcb', 'unionpay', 'maestro')),
	CONSTRAINT "bin_ranges_type" CHECK ("bin_ranges"."type" in ('credit', 'debit')),
	CONSTRAINT "bin_ranges_country" CHECK ("bin_ranges"."country" ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
CREATE TABLE "sandbox_operations" (
	"operation_key" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"payment_id" text NOT NULL,
	"refund_id" text,
	"amount" integer,
	"outcome" jsonb NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_operations_kind" CHECK ("sandbox_operations"."kind" in ('authorise', 'complete3ds', 'authoriseSavedCard', 'capture', 'void', 'refund', 'deleteSavedCard')),
	CONSTRAINT "sandbox_operations_refund" CHECK (("sandbox_operations"."refund_id" is not null) = ("sandbox_operations"."kind" = 'refund'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_payments" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"amount" integer NOT NULL,
	"last_four" text NOT NULL,
	"behaviour" text NOT NULL,
	"three_ds_required" boolean,
	"return_url" text,
	"bank_answer" text,
	"saved_card_token" text,
	"saved_card_deleted_at" timestamp (3) with time zone,
	"captured_on" date,
	"captured_pence" integer DEFAULT 0 NOT NULL,
	"refunded_pence" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sandbox_payments_providerId_unique" UNIQUE("provider_id"),
	CONSTRAINT "sandbox_payments_savedCardToken_unique" UNIQUE("saved_card_token"),
	CONSTRAINT "sandbox_payments_state" CHECK ("sandbox_payments"."state" in ('challenge', 'authorised', 'captured', 'refused', 'voided', 'error')),
	CONSTRAINT "sandbox_payments_amount" CHECK ("sandbox_payments"."amount" >= 1),
	CONSTRAINT "sandbox_payments_last_four" CHECK ("sandbox_payments"."last_four" ~ '^[0-9]{4}$'),
	CONSTRAINT "sandbox_payments_challenge_returns" CHECK ("sandbox_payments"."state" <> 'challenge' or "sandbox_payments"."return_url" is not null),
	CONSTRAINT "sandbox_payments_captured" CHECK (("sandbox_payments"."captured_on" is not null) = ("sandbox_payments"."state" = 'captured')),
	CONSTRAINT "sandbox_payments_pence" CHECK ("sandbox_payments"."refunded_pence" between 0 and "sandbox_payments"."captured_pence" and "sandbox_payments"."captured_pence" <= "sandbox_payments"."amount")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_service_id_account_id_accounts_service_id_id_fk" FOREIGN KEY ("service_id","account_id") REFERENCES "public"."accounts"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_service_id_account_id_accounts_service_id_id_fk" FOREIGN KEY ("service_id","account_id") REFERENCES "public"."accounts"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_service_id_payment_instrument_id_payment_instruments_service_id_id_fk" FOREIGN KEY ("service_id","payment_instrument_id") REFERENCES "public"."payment_instruments"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_instruments" ADD CONSTRAINT "payment_instruments_service_id_account_id_accounts_service_id_id_fk" FOREIGN KEY ("service_id","account_id") REFERENCES "public"."accounts"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_day_counts" ADD CONSTRAINT "payment_day_counts_service_id_account_id_accounts_service_id_id_fk" FOREIGN KEY ("service_id","account_id") REFERENCES "public"."accounts"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_drafts" ADD CONSTRAINT "payment_drafts_service_id_payment_id_payments_service_id_id_fk" FOREIGN KEY ("service_id","payment_id") REFERENCES "public"."payments"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_service_id_payment_id_payments_service_id_id_fk" FOREIGN KEY ("service_id","payment_id") REFERENCES "public"."payments"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_service_id_account_id_accounts_service_id_id_fk" FOREIGN KEY ("service_id","account_id") REFERENCES "public"."accounts"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_service_id_agreement_id_agreements_service_id_id_fk" FOREIGN KEY ("service_id","agreement_id") REFERENCES "public"."agreements"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_service_id_set_up_agreement_id_agreements_service_id_id_fk" FOREIGN KEY ("service_id","set_up_agreement_id") REFERENCES "public"."agreements"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_service_id_saved_instrument_id_payment_instruments_service_id_id_fk" FOREIGN KEY ("service_id","saved_instrument_id") REFERENCES "public"."payment_instruments"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "psp_operations" ADD CONSTRAINT "psp_operations_service_id_payment_id_payments_service_id_id_fk" FOREIGN KEY ("service_id","payment_id") REFERENCES "public"."payments"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_service_id_account_id_accounts_service_id_id_fk" FOREIGN KEY ("service_id","account_id") REFERENCES "public"."accounts"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_service_id_payment_id_payments_service_id_id_fk" FOREIGN KEY ("service_id","payment_id") REFERENCES "public"."payments"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_service_id_account_id_accounts_service_id_id_fk" FOREIGN KEY ("service_id","account_id") REFERENCES "public"."accounts"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_service_id_payment_id_payments_service_id_id_fk" FOREIGN KEY ("service_id","payment_id") REFERENCES "public"."payments"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_service_id_message_id_webhook_messages_service_id_id_fk" FOREIGN KEY ("service_id","message_id") REFERENCES "public"."webhook_messages"("service_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_service_id_webhook_id_webhooks_service_id_id_fk" FOREIGN KEY ("service_id","webhook_id") REFERENCES "public"."webhooks"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_service_id_account_id_accounts_service_id_id_fk" FOREIGN KEY ("service_id","account_id") REFERENCES "public"."accounts"("service_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_operations" ADD CONSTRAINT "sandbox_operations_payment_id_sandbox_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."sandbox_payments"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_by_account" ON "api_keys" USING btree ("service_id","account_id");--> statement-breakpoint
CREATE INDEX "agreements_newest_first" ON "agreements" USING btree ("service_id","account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "agreements_by_status" ON "agreements" USING btree ("service_id","account_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "agreements_by_reference" ON "agreements" USING btree ("service_id","account_id",lower("reference"),"created_at","id");--> statement-breakpoint
CREATE INDEX "payment_instruments_deletion_due" ON "payment_instruments" USING btree ("deletion_due_at") WHERE "payment_instruments"."deletion_due_at" is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_used_at" ON "idempotency_keys" USING btree ("used_at");--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_keys_payment" ON "idempotency_keys" USING btree ("service_id","payment_id");--> statement-breakpoint
CREATE INDEX "payments_take_due" ON "payments" USING btree ("take_due_at") WHERE "payments"."take_due_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_by_id" ON "payments" USING btree ("id");--> statement-breakpoint
CREATE INDEX "payments_newest_first" ON "payments" USING btree ("service_id","account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_status" ON "payments" USING btree ("service_id","account_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_reference" ON "payments" USING btree ("service_id","account_id",lower("reference"),"created_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_email" ON "payments" USING gin ("service_id","account_id",lower(coalesce("payer_email", "email")) gin_trgm_ops) WHERE coalesce("payments"."payer_email", "payments"."email") is not null;--> statement-breakpoint
CREATE INDEX "payments_by_cardholder_name" ON "payments" USING gin ("service_id","account_id",lower("cardholder_name") gin_trgm_ops) WHERE "payments"."cardholder_name" is not null;--> statement-breakpoint
CREATE INDEX "payments_by_card_brand" ON "payments" USING btree ("service_id","account_id","card_brand","created_at","id") WHERE "payments"."card_brand" is not null;--> statement-breakpoint
CREATE INDEX "payments_by_last_digits" ON "payments" USING btree ("service_id","account_id","last_digits","created_at","id") WHERE "payments"."last_digits" is not null;--> statement-breakpoint
CREATE INDEX "payments_by_first_digits" ON "payments" USING btree ("service_id","account_id","first_digits","created_at","id") WHERE "payments"."first_digits" is not null;--> statement-breakpoint
CREATE INDEX "payments_by_agreement" ON "payments" USING btree ("service_id","agreement_id","created_at","id") WHERE "payments"."agreement_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_by_settled_on" ON "payments" USING btree ("service_id","account_id","settled_on","created_at","id") WHERE "payments"."settled_on" is not null;--> statement-breakpoint
CREATE INDEX "payments_by_provider_id" ON "payments" USING btree ("provider_id") WHERE "payments"."provider_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_expiring" ON "payments" USING btree ("expires_at") WHERE "payments"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_capture_due" ON "payments" USING btree ("capture_due_at") WHERE "payments"."capture_due_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_void_due" ON "payments" USING btree ("void_due_at") WHERE "payments"."void_due_at" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_by_service" ON "audit_log" USING btree ("service_id","happened_at");--> statement-breakpoint
CREATE INDEX "request_log_newest_first" ON "request_log" USING btree ("service_id","account_id","happened_at");--> statement-breakpoint
CREATE INDEX "request_log_happened_at" ON "request_log" USING btree ("happened_at");--> statement-breakpoint
CREATE INDEX "psp_operations_by_payment" ON "psp_operations" USING btree ("service_id","payment_id");--> statement-breakpoint
CREATE INDEX "psp_operations_open" ON "psp_operations" USING btree ("lease_until") WHERE "psp_operations"."lease_until" is not null;--> statement-breakpoint
CREATE INDEX "disputes_newest_first" ON "disputes" USING btree ("service_id","account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "disputes_by_payment" ON "disputes" USING btree ("service_id","payment_id");--> statement-breakpoint
CREATE INDEX "refunds_newest_first" ON "refunds" USING btree ("service_id","account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_by_settled_on" ON "refunds" USING btree ("service_id","account_id","settled_on","created_at","id") WHERE "refunds"."settled_on" is not null;--> statement-breakpoint
CREATE INDEX "refunds_by_payment" ON "refunds" USING btree ("service_id","payment_id","created_at");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("due_at") WHERE "refunds"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_messages_by_webhook" ON "webhook_messages" USING btree ("service_id","webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_messages_due" ON "webhook_messages" USING btree ("due_at") WHERE "webhook_messages"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "sandbox_operations_by_payment" ON "sandbox_operations" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_operations_once" ON "sandbox_operations" USING btree ("payment_id","kind") WHERE "sandbox_operations"."kind" <> 'refund';--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_operations_refund_once" ON "sandbox_operations" USING btree ("refund_id") WHERE "sandbox_operations"."kind" = 'refund';