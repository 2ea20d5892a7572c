DROP INDEX "payments_by_email";--> statement-breakpoint
DROP INDEX "payments_by_cardholder_name";--> statement-breakpoint
CREATE INDEX "payments_by_email" ON "payments" USING gin ("service_id",lower(coalesce("payer_email", "email")) gin_trgm_ops) WHERE coalesce("payments"."payer_email", "payments"."email") is not null;--> statement-breakpoint
CREATE INDEX "payments_by_cardholder_name" ON "payments" USING gin ("service_id",lower("cardholder_name") gin_trgm_ops) WHERE "payments"."cardholder_name" is not null;