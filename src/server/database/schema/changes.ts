import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { type ChangeKind, changeKindNames } from '#domain/changes.ts';
import { id, instant, oneOf } from './columns.ts';

/** A field that differs: closed words, cents, days, what products and coupons are called. Of a person's own values it has the name. */
export type ChangedField = { name: string; from: ChangedValue; to: ChangedValue };
export type ChangedValue = string | number | boolean | null;

/**
 * The record of changes: who did what, when, to what. A row is never changed nor deleted, which a trigger holds
 * (migration `record-of-changes`). It refers to nothing by a foreign key, so that writing one locks nothing.
 */
export const changes = pgTable(
  'changes',
  {
    id: id(),
    at: instant().notNull(),
    kind: text().$type<ChangeKind>().notNull(),
    /** The user who did it; null when nobody did: what fell due, what Stripe said, the command line. */
    byUserId: uuid(),
    /** The user whose it is. */
    aboutUserId: uuid(),
    /** Of what `changeKinds` says; an account's is the user. */
    subjectId: uuid().notNull(),
    /** What of it differs; a field whose values are a person's own has both null here: they are in `changed_values`. */
    fields: jsonb().$type<ChangedField[]>().notNull(),
  },
  (table) => [
    oneOf('changes_kind', table.kind, changeKindNames),
    index('changes_newest').on(table.at, table.id),
    index('changes_by').on(table.byUserId, table.at, table.id),
    index('changes_about').on(table.aboutUserId, table.at, table.id),
    index('changes_of_subject').on(table.subjectId, table.at, table.id),
    index('changes_of_kind').on(table.kind, table.at, table.id),
  ],
);

/**
 * What a person's own values were and are, such as a phone number or the words of a reason. They are apart from the record,
 * which is never changed, so that they can be deleted when that person's data is erased.
 */
export const changedValues = pgTable(
  'changed_values',
  {
    changeId: uuid().primaryKey(),
    /** The user whose they are. */
    aboutUserId: uuid().notNull(),
    fields: jsonb().$type<ChangedField[]>().notNull(),
  },
  (table) => [index('changed_values_about').on(table.aboutUserId)],
);
