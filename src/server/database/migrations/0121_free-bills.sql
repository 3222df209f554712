-- Safe beside 0.1.0: the check only allows more, and that release writes no bill of nothing.
ALTER TABLE "bills" DROP CONSTRAINT "bills_amount";--> statement-breakpoint
-- Safe beside 0.1.0: the check only allows more, and that release writes no bill of nothing.
ALTER TABLE "bills" ADD CONSTRAINT "bills_amount" CHECK ("bills"."amount" >= 0 and "bills"."fee" between 0 and "bills"."amount");