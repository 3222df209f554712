import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { literals } from '../database/schema/columns.ts';
import { messages } from '../database/schema/messages.ts';

/** A condition on the message, whose rows it may ask for: `nth` are the parts of its key behind the kind. */
export type Condition = (nth: readonly string[], at: { now: SQL; today: SQL }) => SQL | undefined;

export const id = (text: string | undefined) => sql`${text ?? ''}::uuid`;
export const there = (from: SQL, which: SQL | undefined) => sql`exists (select 1 from ${from} where ${which})`;

/** For each kind of message, by the first part of its key, when it is still so, and else why not, in a sentence for staff. */
export type StillSo = Record<string, readonly [Condition, why?: string]>;

/** What has happened has happened. */
export const always: Condition = () => undefined;

export const later = alias(messages, 'later');
const eventOf = (key: SQLWrapper) => sql`regexp_replace(${key}, ':(email|text)$', '')`;
/** Who has read a later one by another way, a text instead of a mail, has read it too. */
export const isSameReader = sql`(${later.recipient} = ${messages.recipient}
  or (${later.userId} = ${messages.userId} and ${later.profileId} = ${messages.profileId}))`;
/** Of these kinds, and not the same by another way; what was told together with it is not later. */
export const isLater = (kinds: string[]) => sql`${isSameReader}
  and ${later.createdAt} >= ${messages.createdAt} + interval '1 second' and ${eventOf(later.dedupeKey)} <> ${eventOf(messages.dedupeKey)}
  and ${later.kind} in (${literals(kinds)})`;
/** Whether its reader was written nothing of these kinds since, of the same thing. */
export const nothingSince = (...kinds: string[]) => sql`not exists (
  select 1 from ${messages} later where ${isLater(kinds)}
    and (${later.aboutId} = ${messages.aboutId} or ${later.subjectId} = ${messages.subjectId}
      or ${later.kind} = 'engagement-statuses'))`;
/** Whether its reader was written nothing of these kinds since. */
export const nothingSinceAtAll = (...kinds: string[]) =>
  sql`not exists (select 1 from ${messages} later where ${isLater(kinds)})`;
