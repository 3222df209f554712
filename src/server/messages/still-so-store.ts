import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../database/connection.ts';
import { accountLinks, users } from '../database/schema/accounts.ts';
import { acts } from '../database/schema/acts.ts';
import { payments, refunds } from '../database/schema/billing.ts';
import { holds, holidays, moves, rhythmRequests, untoldChanges, visitReminders } from '../database/schema/calendar.ts';
import { cards } from '../database/schema/cards.ts';
import { changes } from '../database/schema/changes.ts';
import { literals } from '../database/schema/columns.ts';
import { consents, inboundTexts } from '../database/schema/consents.ts';
import { creditBalances } from '../database/schema/credits.ts';
import { engagements, skips, works } from '../database/schema/engagements.ts';
import { inquiries, messages } from '../database/schema/messages.ts';
import { notes } from '../database/schema/notes.ts';
import { orderLinks, orders } from '../database/schema/orders.ts';
import { addresses, connectedAccounts } from '../database/schema/profiles.ts';
import {
  isActive,
  isDead,
  isGivenUpPayment,
  isLive,
  isOpenLink,
  isOpenPayment,
  isPaused,
  isProposal,
  isStandingTip,
  isWaitingOrder,
} from '../database/schema/states.ts';

/** A condition on the message, whose rows it may ask for: `nth` are the parts of its key behind the kind. */
type Condition = (nth: readonly string[], at: { now: SQL; today: SQL }) => SQL | undefined;

const id = (text: string | undefined) => sql`${text ?? ''}::uuid`;
const there = (from: SQL, which: SQL | undefined) => sql`exists (select 1 from ${from} where ${which})`;

const later = alias(messages, 'later');
const eventOf = (key: SQLWrapper) => sql`regexp_replace(${key}, ':(email|text)$', '')`;
/** Who has read a later one by another way, a text instead of a mail, has read it too. */
const isSameReader = sql`(${later.recipient} = ${messages.recipient}
  or (${later.userId} = ${messages.userId} and ${later.profileId} = ${messages.profileId}))`;
/** Of these kinds, and not the same by another way; what was told together with it is not later. */
const isLater = (kinds: string[]) => sql`${isSameReader}
  and ${later.createdAt} >= ${messages.createdAt} + interval '1 second' and ${eventOf(later.dedupeKey)} <> ${eventOf(messages.dedupeKey)}
  and split_part(${later.dedupeKey}, ':', 1) in (${literals(kinds)})`;
/** Whether its reader was written nothing of these kinds since, of the same thing. */
const nothingSince = (...kinds: string[]) => sql`not exists (
  select 1 from ${messages} later where ${isLater(kinds)}
    and (${later.aboutId} = ${messages.aboutId} or split_part(${later.dedupeKey}, ':', 2) = split_part(${messages.dedupeKey}, ':', 2)
      or ${later.dedupeKey} like 'engagement-statuses:%'))`;

const states = ['engagement-status', 'engagement-statuses'];
/** The service that a message is about, or by whose id its key begins. */
const ofService = (engagementId: string | undefined, which: SQL | undefined) =>
  there(sql`${engagements}`, and(sql`${engagements.id} = coalesce(${messages.aboutId}, ${id(engagementId)})`, which));
const service = (which: SQL | undefined, ...since: string[]): Condition => {
  return ([engagementId]) => and(ofService(engagementId, which), nothingSince(...states, ...since));
};
/** Whether nobody is about to be told of a change of the service. */
const nothingUntold = sql`not exists (select 1 from ${untoldChanges}
  where ${untoldChanges.engagementId} = ${engagements.id} and ${untoldChanges.dueAt} is not null)`;
/** Whether a service has no other status since: who has changed it themselves was written nothing of it. */
const sameStatus = (engagementId: SQL | SQLWrapper) => sql`not exists (select 1 from ${changes}
  where ${changes.subjectId} = ${engagementId} and ${changes.kind} = 'status-changed' and ${changes.at} > ${messages.createdAt})`;
const ofHold = (which: SQL | undefined): SQL => there(sql`${holds}`, which);
/** Whether a worker who reads it still has the service; of what a customer reads that does not matter. */
const stillTheirs = (role: string | undefined) =>
  role === 'customer' ? undefined : sql`${engagements.workerProfileId} = ${messages.profileId}`;
/** Whether on a day the visit of a service was left out since, of what its customer or the one who was to make it reads. */
function leftOutSince(engagementId: string | undefined, day: string): SQL {
  const isOn = (from: SQL, which: SQL, createdAt: SQLWrapper) =>
    there(from, sql`engagement_id = ${engagements.id} and ${which} and ${createdAt} > ${messages.createdAt}`);
  const maker = sql`coalesce((select ${moves.workerProfileId} from ${moves}
    where ${moves.engagementId} = ${engagements.id} and ${moves.day} = ${day}::date limit 1), ${engagements.workerProfileId})`;
  return ofService(
    engagementId,
    sql`${messages.profileId} in (${engagements.customerProfileId}, ${maker}) and (
      ${isOn(sql`${skips}`, sql`${skips.date} = ${day}::date`, skips.createdAt)}
      or ${isOn(sql`${holds}`, sql`${day}::date between ${holds.firstDay} and ${holds.lastDay}`, holds.createdAt)})`,
  );
}
/** The days of which a message tells, as its key names them with a plus between them; one of weekdays names none, and tells of all. */
const daysIn = (part = '') => part.split('+').filter((day) => /^\d{4}-\d\d-\d\d$/.test(day));
/** Whether a later message tells of one of these days too, also as of one from which a visit is moved, or of weekdays. */
const tellsOf = (days: SQL) => sql`string_to_array(split_part(${later.dedupeKey}, ':', 3), '+')
  && (array['plan', 'left'] || array(select named.of from unnest(${days}) concerned (day),
    lateral (values (concerned.day::text), ('from ' || concerned.day::text)) named (of)))`;
/** Whether its reader was written nothing since of the visits of which it tells. @param kinds besides, where it names no days */
function noVisitToldSince([, part]: readonly string[], ...kinds: string[]): SQL | undefined {
  const days = daysIn(part);
  if (days.length === 0) return nothingSince('visit-told', ...kinds);
  return sql`not exists (select 1 from ${messages} later where ${isLater(['visit-told'])}
    and ${later.aboutId} = ${messages.aboutId} and ${tellsOf(sql`${sql.param(days)}::date[]`)})`;
}
/** Whether none of the visits of which a message tells was left out since. */
function visitsStand([engagementId, part]: readonly string[]): SQL | undefined {
  const days = daysIn(part);
  if (days.length === 0) return nothingSince('days-away');
  return and(...days.map((day) => sql`not ${leftOutSince(engagementId, day)}`));
}
/** Whose service it is, where a message tells of that: who has given it back themselves was written nothing of it. */
function isOfPlan(part: string | undefined): SQL | undefined {
  if (part === 'plan')
    return sql`${messages.profileId} in (${engagements.customerProfileId}, ${engagements.workerProfileId})`;
  if (part === 'left') return sql`${engagements.workerProfileId} is distinct from ${messages.profileId}`;
  return undefined;
}
const payment = (nth: readonly string[], which: SQL) =>
  there(sql`${payments}`, and(eq(payments.id, id(nth[0])), which));
const newest = alias(payments, 'newest');
/** The last attempt to collect the bill of a payment. */
const lastOfBill = (nth: readonly string[], which: SQL) =>
  payment(
    nth,
    sql`exists (select 1 from ${payments} newest where not ${newest.isTakenOver}
      and (${newest.id} = ${payments.id} or ${newest.billId} = ${payments.billId}) and ${which})`,
  );
const user = (which: (userId: SQL) => SQL | undefined): Condition => {
  return ([userId]) => there(sql`${users}`, and(eq(users.id, id(userId)), which(id(userId))));
};
/** Whether its reader's phone has said STOP last, or the office for it. */
const isStoppedNumber = sql`coalesce((select ${consents.isStopped} from ${consents}
  where ${consents.channel} = 'text' and ${consents.address} = ${messages.recipient} and ${consents.purpose} = 'service'
  order by ${consents.number} desc limit 1), false)`;
/** What has happened has happened. */
const always: Condition = () => undefined;

/** What only an earlier version wrote, and not as people are told it now. */
const never: Condition = () => sql`false`;

const earlierVersion = 'An earlier version has written it, and people are told of days away otherwise by now.';
const visitOver = 'The visit is over, or was decided otherwise since.';
const serviceChanged = 'The service has changed again since, or they were written otherwise of it.';
const linkOver = 'Its link was used, or has ended.';
const billOver = 'It is paid by now, or is not owed any more.';
const newerThere = 'They were written otherwise of it since.';

/** For each kind of message, by the first part of its key, when it is still so, and else why not, in a sentence for staff. */
export const stillSo: Record<string, readonly [Condition, why?: string]> = {
  'account-closed': [user(() => sql`${users.deactivatedAt} is not null`), 'The account is open again.'],
  'account-open': [user(() => sql`${users.deactivatedAt} is null`), 'The account is closed again.'],
  'account-restricted': [
    ([account]) =>
      there(
        sql`${connectedAccounts}`,
        and(eq(connectedAccounts.id, id(account)), sql`not ${connectedAccounts.onboardingComplete}`),
      ),
    'Stripe pays them again.',
  ],
  'address-changed': [
    ([address, version]) =>
      there(sql`${addresses}`, sql`${addresses.id} = ${id(address)} and ${addresses.version}::text = ${version}`),
    'The address was changed again since.',
  ],
  'address-chosen': [service(isLive(engagements), 'address-chosen'), serviceChanged],
  'after-all': [
    ([holiday], { today }) =>
      and(ofHoliday(holiday, sql`${holidays.takenBackAt} is not null`, today), movedVisitsStand(holiday)),
    'The day is over, or the visits have changed again since.',
  ],
  'card-expires': [
    ([card, day]) => ofCard(card, sql`${cards.expiresOn}::text = ${day}`),
    'The card was renewed, or pays for nothing any more.',
  ],
  'card-gone': [
    ([card]) => ofCard(card, sql`${cards.goneAt} is not null`),
    'The card is there again, or pays for nothing any more.',
  ],
  confirm: [link, linkOver],
  credit: [
    ([act]) =>
      there(
        sql`${acts} join ${creditBalances} on ${creditBalances.customerProfileId} = ${acts.customerProfileId}`,
        sql`${acts.id} = ${id(act)} and (${messages.text} !~ 'You have \\S+ now'
          or ${messages.text} like '%You have $' || to_char(${creditBalances.amount} / 100.0, 'FM999,999,990.00') || ' now%')`,
      ),
    'They have another credit by now.',
  ],
  'customer-back': [service(isPaused(engagements)), serviceChanged],
  'customer-deleted': [
    ([customer]) =>
      there(sql`${users}`, sql`${users.deletedStripeCustomerId} = ${customer} and ${users.stripeCustomerId} is null`),
    'They have saved a card since.',
  ],
  'days-away': [
    ([engagementId]) =>
      and(
        ofService(
          engagementId,
          and(
            isLive(engagements),
            sql`${messages.profileId} in (${engagements.customerProfileId}, ${engagements.workerProfileId})`,
            nothingUntold,
          ),
        ),
        nothingSince('days-away', ...states),
      ),
    serviceChanged,
  ],
  email: [link, linkOver],
  'email-change': [
    ([userId], { now }) =>
      there(
        sql`${accountLinks}`,
        sql`${accountLinks.userId} = ${id(userId)} and ${accountLinks.purpose} = 'email' and ${isOpenLink(accountLinks, now)}`,
      ),
    'The e-mail address has changed, or does not change any more.',
  ],
  'email-changed': [always],
  'engagement-accepted': [
    ([engagementId, worker]) =>
      and(
        ofService(engagementId, sql`${isActive(engagements)} and ${engagements.workerProfileId} = ${id(worker)}`),
        nothingSince(...states, 'visit-told', 'days-away'),
        ofService(engagementId, nothingUntold),
      ),
    serviceChanged,
  ],
  'engagement-status': [
    ([engagementId]) =>
      and(nothingSince(...states, 'worker-lost', 'engagement-accepted'), sameStatus(id(engagementId))),
    serviceChanged,
  ],
  'engagement-statuses': [() => nothingSinceAtAll(...states), serviceChanged],
  'factor-added': [always],
  'factor-removed': [always],
  'factors-taken': [always],
  'given-back': [always],
  hold: [never, earlierVersion],
  'hold-ended': [never, earlierVersion],
  'hold-ends': [
    ([hold]) =>
      and(
        ofHold(
          sql`${holds.id} = ${id(hold)} and exists (
            select 1 from ${engagements} where ${engagements.id} = ${holds.engagementId} and ${isActive(engagements)})`,
        ),
        nothingSince('days-away', ...states),
      ),
    serviceChanged,
  ],
  holiday: [
    ([holiday], { today }) =>
      and(ofHoliday(holiday, sql`${holidays.takenBackAt} is null`, today), movedVisitsStand(holiday)),
    'The day is over, or is none any more on which nobody works, or the visits have changed again since.',
  ],
  'holiday-taken-back': [
    ([holiday], { today }) => ofHoliday(holiday, sql`${holidays.takenBackAt} is not null`, today),
    'The day is over.',
  ],
  inquiry: [unanswered, 'It is answered by now.'],
  'inquiry-confirmed': [unanswered, 'It is answered by now.'],
  'moved-card': [
    ([act]) =>
      there(
        sql`${acts} join ${payments} on ${payments.billId} = ${acts.billId}`,
        sql`${acts.id} = ${id(act)} and ${isOpenPayment(payments)}`,
      ),
    billOver,
  ],
  'not-billed': [always],
  'on-the-way': [
    ([work]) => ofWork(work, sql`${works.status} = 'WORK_STATUS_TRAVEL_STARTED'`),
    'The worker is there by now, or has given the visit up.',
  ],
  'order-link': [
    ([tokenHash], { now }) =>
      there(
        sql`${orderLinks} join ${orders} on ${orders.id} = ${orderLinks.orderId}`,
        sql`${orderLinks.tokenHash} = ${tokenHash} and ${orderLinks.expiresAt} > ${now} and ${isWaitingOrder(orders)}`,
      ),
    linkOver,
  ],
  'password-changed': [always],
  'payment-confirm': [
    (nth) => payment(nth, sql`${payments.status} = 'action-required' and not ${payments.isTakenOver}`),
    billOver,
  ],
  'payment-declined': [(nth) => lastOfBill(nth, isOpenPayment(newest)), billOver],
  'payment-given-up': [(nth) => lastOfBill(nth, isGivenUpPayment(newest)), billOver],
  'payout-failed': [
    ([payout]) => there(sql`${connectedAccounts}`, sql`${connectedAccounts.failedPayoutId} = ${payout}`),
    'The bank has taken a payout since.',
  ],
  'price-rise': [
    ([engagementId, version]) =>
      ofService(engagementId, sql`${isProposal(engagements)} and ${engagements.version}::text = ${version}`),
    'They have agreed to the price, or it is another one by now.',
  ],
  receipt: [always],
  'recovery-code-used': [() => nothingSinceAtAll('recovery-code-used', 'recovery-codes-made'), newerThere],
  'recovery-codes-made': [always],
  refund: [
    ([refund, status]) => there(sql`${refunds}`, sql`${refunds.id} = ${id(refund)} and ${refunds.status} = ${status}`),
    'Something else has become of the refund since.',
  ],
  reset: [link, linkOver],
  'rhythm-asked': [
    ([engagementId, ...rest]) =>
      there(
        sql`${rhythmRequests} join ${engagements} on ${engagements.id} = ${rhythmRequests.engagementId}`,
        and(
          sql`${rhythmRequests.engagementId} = ${id(engagementId)} and ${rhythmRequests.askedAt} <= ${messages.createdAt}`,
          // Before the channel.
          stillTheirs(rest.at(-2)),
        ),
      ),
    'The wish was fulfilled, changed or taken back since, or another worker has the service.',
  ],
  'rhythm-withdrawn': [
    ([engagementId]) => sql`not ${there(sql`${rhythmRequests}`, eq(rhythmRequests.engagementId, id(engagementId)))}`,
    'Another rhythm is wished for again.',
  ],
  role: [() => nothingSince('role'), newerThere],
  'text-answer': [() => sql`not ${isStoppedNumber}`, 'They have stopped texts to this number.'],
  'text-reply': [
    () =>
      sql`not exists (select 1 from ${inboundTexts} where ${inboundTexts.sender} = ${messages.recipient}
        and ${inboundTexts.receivedAt} > ${messages.createdAt} and ${inboundTexts.intent} is not null)`,
    'They have texted since.',
  ],
  'texts-ended': [() => isStoppedNumber, 'They get texts again.'],
  tip: [always],
  'tip-failed': [
    (nth) =>
      payment(
        nth,
        sql`not exists (select 1 from ${payments} newest where ${newest.tipWorkId} = ${payments.tipWorkId} and ${isStandingTip(newest)})`,
      ),
    'They have left a tip since.',
  ],
  'top-up': [always],
  unclaimed: [service(isProposal(engagements)), serviceChanged],
  unpaid: [always],
  'visit-note': [([note]) => there(sql`${notes}`, eq(notes.id, id(note))), 'The note was deleted.'],
  'visit-off': [
    ([, day], { today }) => and(sql`${day}::date >= ${today}`, nothingSince('visit-off', 'visit-told')),
    visitOver,
  ],
  'visit-on-again': [
    (nth, at) =>
      and(
        service(and(isActive(engagements), nothingUntold))(nth, at),
        noVisitToldSince(nth, 'visit-skipped'),
        visitsStand(nth),
      ),
    visitOver,
  ],
  'visit-reminder': [
    ([letter]) => {
      const ofLetter = sql`${visitReminders.letterId} = ${id(letter)}`;
      return and(
        there(sql`${visitReminders}`, ofLetter),
        sql`not exists (select 1 from ${visitReminders} join ${engagements} on ${engagements.id} = ${visitReminders.engagementId}
          where ${ofLetter} and (not ${isActive(engagements)}
            or not ${nothingUntold}
            or exists (select 1 from ${holds} where ${holds.engagementId} = ${engagements.id}
              and ${visitReminders.day} between ${holds.firstDay} and ${holds.lastDay})
            or exists (select 1 from ${skips} where ${skips.engagementId} = ${engagements.id} and ${skips.date} = ${visitReminders.day})
            or exists (select 1 from ${messages} later where ${isSameReader}
              and ${later.createdAt} > ${messages.createdAt} and ${later.aboutId} = ${engagements.id}
              and split_part(${later.dedupeKey}, ':', 1) = 'visit-told' and ${tellsOf(sql`array[${visitReminders.day}]`)})))`,
      );
    },
    visitOver,
  ],
  'visit-skip-undone': [always],
  'visit-skipped': [
    ([skip], { today }) =>
      there(
        sql`${skips} join ${engagements} on ${engagements.id} = ${skips.engagementId}`,
        sql`${skips.id} = ${id(skip)} and (${skips.kind} <> 'skipped' or (${skips.date} >= ${today} and ${isLive(engagements)}))`,
      ),
    visitOver,
  ],
  'visit-told': [
    (nth, at) =>
      and(
        service(and(isLive(engagements), nothingUntold, isOfPlan(nth[1])))(nth, at),
        noVisitToldSince(nth),
        visitsStand(nth),
      ),
    serviceChanged,
  ],
  'visits-missed': [
    ([skip]) => there(sql`${skips}`, sql`${skips.id} = ${id(skip)} and ${skips.kind} = 'missed'`),
    visitOver,
  ],
  'work-completed': [
    ([work]) => ofWork(work, sql`${works.status} = 'WORK_STATUS_WORK_COMPLETED'`),
    'The visit counts as not done.',
  ],
  'worker-approval': [() => nothingSince('worker-approval'), newerThere],
  'worker-lost': [service(sql`${isPaused(engagements)} and ${engagements.workerProfileId} is null`), serviceChanged],
  'written-off': [always],
  'wrong-factor': [always],
};

function link(nth: readonly string[], { now }: { now: SQL }): SQL {
  return there(
    sql`${accountLinks}`,
    sql`${accountLinks.tokenHash} = ${nth[0] ?? ''} and ${isOpenLink(accountLinks, now)}`,
  );
}
function unanswered([inquiry]: readonly string[]): SQL {
  return there(sql`${inquiries}`, sql`${inquiries.id} = ${id(inquiry)} and ${inquiries.answeredAt} is null`);
}
const ofHoliday = (holiday: string | undefined, which: SQL, today: SQL) =>
  there(sql`${holidays}`, sql`${holidays.id} = ${id(holiday)} and ${which} and ${holidays.day} >= ${today}`);
/**
 * Whether nothing has become of a customer's visits since they read of a day off. It names no services: all of theirs count. A
 * worker reads only how many visits there are.
 */
function movedVisitsStand(holiday: string | undefined): SQL {
  const isOn = (from: SQL, which: SQL, createdAt: SQLWrapper) => sql`exists (select 1 from ${from}
    where engagement_id = ${engagements.id} and ${which} and ${createdAt} > ${messages.createdAt})`;
  const days = sql`(select ${holidays.day} from ${holidays} where ${holidays.id} = ${id(holiday)} union all
    select ${moves.day} from ${moves} where ${moves.engagementId} = ${engagements.id} and ${moves.holidayId} = ${id(holiday)})`;
  const isAway = sql`exists (select 1 from ${days} concerned (day) where concerned.day between ${holds.firstDay} and ${holds.lastDay})`;
  return sql`not exists (select 1 from ${engagements} where ${engagements.customerProfileId} = ${messages.profileId} and (
    not ${sameStatus(engagements.id)} or not ${nothingUntold}
    or ${isOn(sql`${skips}`, sql`${skips.date} in ${days}`, skips.createdAt)} or ${isOn(sql`${holds}`, isAway, holds.createdAt)}
    or exists (select 1 from ${messages} later where ${isLater(['visit-told'])} and ${later.aboutId} = ${engagements.id}
      and ${tellsOf(sql`array${days}`)})))`;
}
const ofWork = (work: string | undefined, which: SQL) =>
  there(sql`${works}`, sql`${works.id} = ${id(work)} and ${which}`);
/** One that a service is paid with. */
const ofCard = (card: string | undefined, which: SQL) =>
  there(
    sql`${cards}`,
    sql`${cards.id} = ${card} and ${which} and exists (select 1 from ${engagements}
      where ${engagements.stripePaymentMethodId} = ${cards.id} and ${isLive(engagements)})`,
  );
/** Whether its reader was written nothing of these kinds since. */
const nothingSinceAtAll = (...kinds: string[]) =>
  sql`not exists (select 1 from ${messages} later where ${isLater(kinds)})`;

/** @returns whether people are about to be told of another change of the service that a message is about, or of one of its reader's */
export async function isAboutToChange(database: Queryable, messageId: string): Promise<boolean> {
  const which = sql`${untoldChanges.dueAt} is not null and ${untoldChanges.engagementId} in (
    select ${engagements.id} from ${messages} join ${engagements} on ${engagements.id} = ${messages.aboutId}
      or (${messages.aboutId} is null and ${engagements.customerProfileId} = ${messages.profileId})
    where ${messages.id} = ${messageId})`;
  return (await database.$count(untoldChanges, which)) > 0;
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
