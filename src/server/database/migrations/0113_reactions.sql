-- Safe beside 0.1.0: the list of intents only grows; that release shows a reaction as a text without a mark.
ALTER TABLE "inbound_texts" DROP CONSTRAINT "inbound_texts_intent";--> statement-breakpoint
-- Safe beside 0.1.0: the list of intents only grows; that release shows a reaction as a text without a mark.
ALTER TABLE "inbound_texts" ADD CONSTRAINT "inbound_texts_intent" CHECK ("inbound_texts"."intent" in ('stop', 'start', 'help', 'reaction'));