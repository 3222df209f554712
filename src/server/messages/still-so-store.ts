import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { engagements } from '../database/schema/engagements.ts';
import { messages } from '../database/schema/messages.ts';
import { isDead } from '../database/schema/states.ts';
import { moneyStillSo } from './still-so-money-store.ts';
import { peopleStillSo } from './still-so-people-store.ts';
import { always, type StillSo } from './still-so-since-store.ts';
import { visitsStillSo } from './still-so-visits-store.ts';

/** Of all kinds that there are, and have been. */
export const stillSo: StillSo = { ...peopleStillSo, ...moneyStillSo, ...visitsStillSo };

/** @returns whether people are about to be told of another change of the service that a message is about, or of one of its reader's */
export async function isAboutToChange(database: Queryable, messageId: string): Promise<boolean> {
  const ofMessage = sql`from ${messages} where ${messages.id} = ${messageId}`;
  const which = sql`${engagements.tellAfter} is not null and ${engagements.id} in (
    select ${messages.aboutId} ${ofMessage} union all
    select own.id from engagements own where own.customer_profile_id = (
      select ${messages.profileId} ${ofMessage} and ${messages.aboutId} is null))`;
  return (await database.$count(engagements, which)) > 0;
}

/** @returns the text in whose place a mail goes, by the key of the mail: one that did not come; undefined when there is none */
export async function selectTextInstead(database: Queryable, mailKey: string): Promise<string | undefined> {
  const key = mailKey.replace(/:email$/, ':text');
  const isLost = sql`(${isDead(messages)} or ${messages.delivery} = 'undelivered')`;
  const [text] = await database
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.dedupeKey, key), eq(messages.channel, 'text'), isLost));
  return text?.id;
}

/** @returns why what a message says is not so any more, in a sentence for staff; undefined when it is */
export async function whyNotSo(
  database: Queryable,
  messageId: string,
  { now, today }: { now: Temporal.Instant; today: Temporal.PlainDate },
): Promise<string | undefined> {
  const [message] = await database
    .select({ dedupeKey: messages.dedupeKey })
    .from(messages)
    .where(eq(messages.id, messageId));
  const [kind = '', ...nth] = message?.dedupeKey.split(':') ?? [];
  const [condition, why] = stillSo[kind] ?? [always];
  const at = { now: sql`${now.toString()}::timestamptz`, today: sql`${today.toString()}::date` };
  const isSo = condition(nth, at);
  if (!isSo) return undefined;
  const [found] = await database
    .select({ isSo: sql<boolean>`${isSo}` })
    .from(messages)
    .where(eq(messages.id, messageId));
  return found?.isSo === false ? why : undefined;
}
