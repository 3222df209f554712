-- Safe beside 0.1.0: the list of reasons only grows, and that release writes the reasons that were there.
ALTER TABLE "broken_emails" DROP CONSTRAINT "broken_emails_why";--> statement-breakpoint
-- Safe beside 0.1.0: the list of reasons only grows, and that release writes the reasons that were there.
ALTER TABLE "broken_emails" ADD CONSTRAINT "broken_emails_why" CHECK ("broken_emails"."why" in ('bounced', 'complained', 'staff', 'taken'));
