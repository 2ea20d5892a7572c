ALTER TABLE "payout_lines" ALTER COLUMN "gross" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payout_lines" ALTER COLUMN "fee" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payout_lines" ALTER COLUMN "net" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payouts" ALTER COLUMN "amount" SET DATA TYPE bigint;