-- All that read the views reads rows of visits: docs/decisions/039-visits-become-rows.md.
-- Safe beside 0.1.0: no business has run it.
DROP VIEW "works";--> statement-breakpoint
-- Safe beside 0.1.0: no business has run it.
DROP VIEW "skips";--> statement-breakpoint
-- Safe beside 0.1.0: what is found by it is found by "visits_missed_on", too.
DROP INDEX "visits_unseen";--> statement-breakpoint
-- Safe beside 0.1.0: what is found by it is found by "visits_unfinished", too.
DROP INDEX "visits_under_way";
