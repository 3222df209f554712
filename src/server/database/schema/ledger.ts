import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import { type Account, type EntryKind, entryKinds } from '#domain/ledger.ts';
import { payments } from './billing.ts';
import { id, instant, plainDate } from './columns.ts';
import { isOfCredit, isOfWholeBill } from './states.ts';

const pairs = Object.entries(entryKinds).map(([kind, pair]) => `('${kind}', '${pair.join("', '")}')`);

/**
 * The ledger: each row moves an amount between two accounts, and is never changed nor deleted, which a trigger holds
 * (migration `ledger`).
 */
export const entries = pgTable(
  'entries',
  {
    id: id(),
    at: instant().notNull(),
    /** The business's day of that. */
    day: plainDate().notNull(),
    /** What it was written for, such as `charge:<id>`; with the line it is unique, so that nothing is booked twice. */
    cause: text().notNull(),
    line: smallint().notNull(),
    kind: text().$type<EntryKind>().notNull(),
    account: text().$type<Account>().notNull(),
    /** The customer's or worker's profile. */
    accountId: uuid().notNull(),
    against: text().$type<Account>().notNull(),
    /** What `account` is owed more, integer cents; `against` gets the opposite. */
    amount: integer().notNull(),
    /** The visit's work; one that is undone altogether is deleted, its entries stay. None of what was paid twice. */
    visitId: uuid(),
    paymentId: uuid().references(() => payments.id),
  },
  (table) => [
    unique('entries_cause_line_key').on(table.cause, table.line),
    check('entries_pair', sql`(${table.kind}, ${table.account}, ${table.against}) in (${sql.raw(pairs.join(', '))})`),
    check('entries_amount', sql`${table.amount} <> 0`),
    index('entries_of_account').on(table.account, table.accountId, table.day, table.id),
    index('entries_of_kind').on(table.kind, table.day, table.id),
    index('entries_of_credits').on(table.accountId, table.at, table.id).where(isOfCredit(table)),
    index('entries_of_payment').on(table.paymentId),
    index('entries_of_whole_bills').on(table.accountId, table.day, table.id).where(isOfWholeBill(table)),
  ],
);

/** What the entries of a day sum to, by account and kind, kept by whoever writes them: no page counts entries. */
export const dailySums = pgTable(
  'daily_sums',
  {
    account: text().$type<Account>().notNull(),
    /** The customer's or worker's profile; nil for the business, Stripe and the bank. */
    accountId: uuid().notNull(),
    day: plainDate().notNull(),
    kind: text().$type<EntryKind>().notNull(),
    /** Integer cents. */
    amount: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.accountId, table.day, table.kind] })],
);
