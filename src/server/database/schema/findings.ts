import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { FindingKind } from '#domain/findings.ts';
import { bills } from './billing.ts';
import { id, instant, plainDate } from './columns.ts';
import { engagements } from './engagements.ts';
import { profiles } from './profiles.ts';
import { isOpenFinding } from './states.ts';

/** Where the money does not agree, or Stripe warns: it goes by itself when it is no longer so. */
export const findings = pgTable(
  'findings',
  {
    id: id(),
    kind: text().$type<FindingKind>().notNull(),
    /** The id, ours or Stripe's, of what it is about; the same is found once. */
    subject: text().notNull(),
    /** Integer cents: what it is about, or by how much it is off. */
    amount: bigint({ mode: 'number' }),
    /** Whom and what it concerns, as far as there is one. */
    profileId: uuid().references(() => profiles.id),
    engagementId: uuid().references(() => engagements.id),
    billId: uuid().references(() => bills.id),
    /** The visit's. */
    day: plainDate(),
    /** What else helps to find it, such as the two amounts that differ. */
    detail: text(),
    foundAt: instant().notNull(),
    goneAt: instant(),
    /** When somebody put it aside; it comes back when its amount changes. */
    seenAt: instant(),
    seenByProfileId: uuid().references(() => profiles.id),
  },
  (table) => [
    uniqueIndex('findings_open').on(table.kind, table.subject).where(sql`${table.goneAt} is null`),
    index('findings_on_desk').on(table.foundAt, table.id).where(isOpenFinding(table)),
  ],
);

/** Each check of the money. Its row is committed first, so that there is one at a time, whoever asks and whatever ends. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    id: id(),
    /** The day of a nightly one; null when somebody asked for it, or when it failed and is to be made again. */
    night: plainDate().unique(),
    byProfileId: uuid().references(() => profiles.id),
    startedAt: instant().notNull(),
    /** When it is begun, or, if its process has ended, begun again; null once it is over. */
    dueAt: instant(),
    finishedAt: instant(),
    /** Why it could not look at everything, in words; null when it could. */
    failure: text(),
  },
  (table) => [
    uniqueIndex('reconciliations_running').on(sql`(true)`).where(sql`${table.dueAt} is not null`),
    index().on(table.startedAt),
    index('reconciliations_failed').on(table.finishedAt).where(sql`${table.failure} is not null`),
  ],
);
