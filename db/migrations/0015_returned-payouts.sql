ALTER TABLE "payout_lines" DROP CONSTRAINT "payout_lines_kind";--> statement-breakpoint
ALTER TABLE "payout_lines" ADD COLUMN "returned_provider_id" text;--> statement-breakpoint
CREATE INDEX "payout_lines_by_payment" ON "payout_lines" USING btree ("service_id","payment_id") WHERE "payout_lines"."kind" = 'payment';--> statement-breakpoint
CREATE INDEX "payout_lines_by_returned_payout" ON "payout_lines" USING btree ("service_id","returned_provider_id") WHERE "payout_lines"."returned_provider_id" is not null;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_returned" CHECK (("payout_lines"."returned_provider_id" is not null) = ("payout_lines"."kind" = 'payoutReturn'));--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_kind" CHECK ("payout_lines"."kind" in ('payment', 'refund', 'refundReversal', 'dispute', 'disputeReversal', 'failedPaymentFee', 'payoutReturn', 'other'));