import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { setupChecks as checkNames, type SetupCheck, type SetupReason, type SetupState } from '#domain/setup.ts';
import { instant, oneOf } from './columns.ts';

/** The last try of each check that an owner makes before the first order. */
export const setupChecks = pgTable(
  'setup_checks',
  {
    check: text().$type<SetupCheck>().primaryKey(),
    state: text().$type<Exclude<SetupState, 'open'>>().notNull(),
    reason: text().$type<SetupReason>(),
    /** Whether the stand-in on this machine was tried, which says nothing of the service that is configured later. */
    isStandIn: boolean().notNull(),
    /** What we wait to hear of from outside. */
    reference: text(),
    checkedAt: instant().notNull(),
    /** The user. */
    checkedBy: uuid().notNull(),
  },
  (table) => [
    oneOf('setup_checks_check', table.check, checkNames),
    oneOf('setup_checks_state', table.state, ['waiting', 'good', 'failed']),
  ],
);
