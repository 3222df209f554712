import { and, eq, type SQL, sql } from 'drizzle-orm';
import { accountLinks, users } from '../database/schema/accounts.ts';
import { consents, inboundTexts } from '../database/schema/consents.ts';
import { heldInquiries, inquiries, messages } from '../database/schema/messages.ts';
import { orderLinks, orders } from '../database/schema/orders.ts';
import { addresses } from '../database/schema/profiles.ts';
import { isOpenLink, isWaitingOrder } from '../database/schema/states.ts';
import {
  always,
  type Condition,
  id,
  nothingSince,
  nothingSinceAtAll,
  type StillSo,
  there,
} from './still-so-since-store.ts';

const user = (which: (userId: SQL) => SQL | undefined): Condition => {
  return ([userId]) => there(sql`${users}`, and(eq(users.id, id(userId)), which(id(userId))));
};
/** Whether its reader's phone has said STOP last, or the office for it. */
const isStoppedNumber = sql`coalesce((select ${consents.isStopped} from ${consents}
  where ${consents.channel} = 'text' and ${consents.address} = ${messages.recipient} and ${consents.purpose} = 'service'
  order by ${consents.number} desc limit 1), false)`;
function link(nth: readonly string[], { now }: { now: SQL }): SQL {
  return there(
    sql`${accountLinks}`,
    sql`${accountLinks.tokenHash} = ${nth[0] ?? ''} and ${isOpenLink(accountLinks, now)}`,
  );
}
function unanswered([inquiry]: readonly string[]): SQL {
  return there(sql`${inquiries}`, sql`${inquiries.id} = ${id(inquiry)} and ${inquiries.answeredAt} is null`);
}

const linkOver = 'Its link was used, or has ended.';
const newerThere = 'They were written otherwise of it since.';

/** What is told of accounts and people, and of what they have written. */
export const peopleStillSo: StillSo = {
  'account-closed': [user(() => sql`${users.deactivatedAt} is not null`), 'The account is open again.'],
  'account-open': [user(() => sql`${users.deactivatedAt} is null`), 'The account is closed again.'],
  'address-changed': [
    ([address, version]) =>
      there(sql`${addresses}`, sql`${addresses.id} = ${id(address)} and ${addresses.version}::text = ${version}`),
    'The address was changed again since.',
  ],
  confirm: [link, linkOver],
  email: [link, linkOver],
  'email-change': [
    ([userId], { now }) =>
      there(
        sql`${accountLinks}`,
        sql`${accountLinks.userId} = ${id(userId)} and ${accountLinks.purpose} = 'email' and ${isOpenLink(accountLinks, now)}`,
      ),
    'The email address has changed, or does not change anymore.',
  ],
  'email-change-ended': [
    ([tokenHash]) =>
      there(
        sql`${accountLinks}`,
        sql`${accountLinks.tokenHash} = ${tokenHash ?? ''} and ${accountLinks.usedAt} is null`,
      ),
    'The change was made after all.',
  ],
  'email-changed': [always],
  'email-confirmed': [always],
  'factor-added': [always],
  'factor-removed': [always],
  'factors-taken': [always],
  inquiry: [unanswered, 'It is answered by now.'],
  'inquiry-confirmed': [unanswered, 'It is answered by now.'],
  'inquiry-held': [
    ([heldId]) =>
      there(sql`${heldInquiries}`, sql`${heldInquiries.id} = ${id(heldId)} and ${heldInquiries.form} is not null`),
    'They have confirmed it, or the link has expired.',
  ],
  'order-link': [
    ([tokenHash], { now }) =>
      there(
        sql`${orderLinks} join ${orders} on ${orders.id} = ${orderLinks.orderId}`,
        sql`${orderLinks.tokenHash} = ${tokenHash} and ${orderLinks.expiresAt} > ${now} and ${isWaitingOrder(orders)}`,
      ),
    linkOver,
  ],
  'held-up': [always],
  'password-changed': [always],
  'phone-changed': [always],
  'recovery-code-used': [() => nothingSinceAtAll('recovery-code-used', 'recovery-codes-made'), newerThere],
  'recovery-codes-made': [always],
  reset: [link, linkOver],
  'reset-by-text': [always],
  role: [() => nothingSince('role'), newerThere],
  'staff-message': [() => sql`not ${isStoppedNumber}`, 'They have stopped texts to this number.'],
  'start-reply': [() => isStoppedNumber, 'They get texts again.'],
  'text-answer': [() => sql`not ${isStoppedNumber}`, 'They have stopped texts to this number.'],
  'text-reply': [
    () =>
      sql`not exists (select 1 from ${inboundTexts} where ${inboundTexts.sender} = ${messages.recipient}
        and ${inboundTexts.receivedAt} > ${messages.createdAt} and ${inboundTexts.intent} is not null)`,
    'They have texted since.',
  ],
  'stop-email': [link, linkOver],
  'texts-ended': [() => isStoppedNumber, 'They get texts again.'],
  'worker-approval': [() => nothingSince('worker-approval'), newerThere],
  'wrong-factor': [always],
};
