import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../database/connection.ts';
import { messages } from '../database/schema/messages.ts';
import { textTrouble } from '../database/text-trouble.ts';
import { withoutSecret } from './consent-store.ts';
import type { Message } from './store.ts';

/** What a provider has reported of a message that it took. */
export type Report = {
  delivery: 'delivered' | 'undelivered';
  code: string | null;
  /** As staff read it; null of one that arrived. */
  reason: string | null;
  at: Temporal.Instant;
};

const other = alias(messages, 'other');

/** Whether the same was told by the other way as well, which is not known to have failed. */
const isToldOtherwise = sql`exists (select 1 from ${messages} other
  where ${other.dedupeKey} = regexp_replace(${messages.dedupeKey}, '(text|email)$', '')
      || case ${messages.channel} when 'text' then 'email' else 'text' end
    and coalesce(${other.outcome}, 'sent') = 'sent' and ${other.delivery} is distinct from 'undelivered')`;

/** Whether it is a link of an account whose email came back, and the desk doesn’t list its address instead: as the account’s own that does not work. */
const isLostLink = (code: string | null) =>
  sql`(${messages.channel} = 'email' and (${messages.kind} = 'email' or (${messages.kind} in ('confirm', 'reset') and ${code}::text = 'soft')))`;

/** What is answered by itself to a word is nobody's concern, nor are offers, nor what proves the address of an inquiry. */
const isForNobody = (code: string | null) => sql`(${messages.class} = 'marketing'
  or (${messages.isSecret} and ${messages.aboutId} is null and not ${isLostLink(code)})
  or ${messages.kind} in ('text-reply', 'texts-ended'))`;

/** Whether staff have to see to it that somebody is told. */
const isUntold = (code: string | null) =>
  sql`not (${isForNobody(code)} or ${messages.mailInstead} is not null or ${isToldOtherwise})`;

/**
 * Notes what became of a message after it was handed over; that it was is certain by then. What arrived has arrived, whatever is said after
 * it. One that did not arrive, and is told in no other way, is for staff from then on, as one that was refused.
 * @returns where it went; undefined when there is no such message, or it has arrived
 */
export async function noteDelivery(
  transaction: Transaction,
  messageId: string,
  channel: Message['channel'],
  { delivery, code, reason, at }: Report,
): Promise<string | undefined> {
  // What staff have dropped since the same was reported stays dropped.
  const asBefore = sql`when ${messages.delivery} = 'undelivered' and ${messages.outcome} is not null then ${messages.outcome}`;
  const outcome =
    delivery === 'delivered' ? sql`'sent'` : sql`case ${asBefore} when ${isUntold(code)} then 'dead' else 'sent' end`;
  const [noted] = await transaction
    .update(messages)
    .set({
      ...{ delivery, deliveryReason: reason, deliveryCode: code, reportedAt: at, outcome, dueAt: null },
      endedAt: delivery === 'delivered' ? sql`coalesce(${messages.endedAt}, ${at.toString()}::timestamptz)` : at,
      ...(delivery === 'delivered' && { letter: null }),
      ...withoutSecret,
    })
    .where(
      and(
        eq(messages.id, messageId),
        eq(messages.channel, channel),
        // A mail that has arrived at a server may still come back.
        channel === 'email' ? undefined : or(isNull(messages.delivery), ne(messages.delivery, 'delivered')),
      ),
    )
    .returning({ recipient: messages.recipient });
  return noted?.recipient;
}

/** @returns what keeps all texts from arriving; undefined when nothing does */
export async function selectTextTrouble(database: Queryable) {
  const [read] = await database.select({ textTrouble }).from(sql`(select) nothing`);
  return read?.textTrouble[0];
}
