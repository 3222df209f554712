import { type SQL, sql } from 'drizzle-orm';
import { consentPurposes, purposeOf } from '#domain/consents.ts';
import { messageClasses } from '#domain/correspondence.ts';
import { literals } from '../database/schema/columns.ts';
import { consents, speaksFor, stands } from '../database/schema/consents.ts';
import { messages, notByMail } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import { withoutSecret } from './consent-store.ts';

export type NewMessage = typeof messages.$inferInsert;
export type Message = typeof messages.$inferSelect;

/** @returns SQL for what a message of a class is about */
export const purposeIn = (row: SQL) => {
  const cases = consentPurposes.map((purpose) => {
    const classes = messageClasses.filter((one) => purposeOf[one] === purpose);
    return sql`when ${row} in (${literals(classes)}) then ${literals([purpose])}`;
  });
  return sql`case ${sql.join(cases, sql` `)} end`;
};

/** @returns SQL for the id of the consent that stands for an address and a profile's messages there, or null */
export const consentFor = (channel: SQL, address: SQL, messageClass: SQL, profileId: SQL) => sql`(
  select case when ${stands(consents)} then ${consents.id} end from ${consents}
  where ${consents.channel} = ${channel} and ${consents.address} = ${address} and ${consents.purpose} = ${purposeIn(messageClass)}
    and ${speaksFor(profileId)}
  order by ${consents.number} desc limit 1)`;

export const consentNow = consentFor(
  sql`${messages.channel}`,
  sql`case ${messages.channel} when 'email' then lower(${messages.recipient}) else ${messages.recipient} end`,
  sql`${messages.class}`,
  sql`${messages.profileId}`,
);

/** Whether a text goes to a number that its reader still has, and still has texted: whoever else has it has not asked for these words. */
export const isStillTheirs = sql`(${messages.channel} = 'email' or ${messages.profileId} is null or coalesce((
  select ${profiles.phone} = ${messages.recipient} and ${profiles.notificationPreference} <> 'NOTIFICATION_PREFERENCE_EMAIL'
  from ${profiles} where ${profiles.id} = ${messages.profileId}), false))`;

/**
 * The columns of a message that has ended. A secret message loses its text, unless it is dead and may be tried again.
 */
export const ended = (
  outcome: NonNullable<Message['outcome']>,
  now: Temporal.Instant | SQL,
  reason: string | null,
) => ({
  outcome,
  endedAt: now,
  dueAt: null,
  reason,
  ...(outcome === 'dead' ? {} : withoutSecret),
  // What has no point is not told by mail either.
  ...(outcome === 'dropped' ? notByMail : {}),
});
