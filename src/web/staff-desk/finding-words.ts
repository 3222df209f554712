import type { Finding } from '#contract/findings.ts';
import type { StaffDesk as Desk } from '#contract/staff-desk.ts';
import { businessDay, momentLabel, plainDate, shortDayLabel, timeLabel } from '#domain/calendar.ts';
import { type FindingKind, lateDebitDays } from '#domain/findings.ts';
import { moneyLabel } from '#domain/labels.ts';

type Words = { what: string; how: string };

const money = ({ amount }: Finding) => moneyLabel(Math.abs(amount ?? 0));
const bill = (finding: Finding) => (finding.bill ? `bill ${finding.bill.number}` : 'a bill');
const visit = ({ visitDay, engagement }: Finding) => {
  const day = visitDay ? shortDayLabel(plainDate(visitDay)) : 'a day';
  return `isit of ${day} at ${engagement?.streetAddress1 ?? 'an address'}`;
};
const aDefect = 'Nobody here can mend that: please tell whoever runs the server.';

const words: Record<FindingKind, (finding: Finding) => Words> = {
  'never-charged': (finding) => ({
    what: `V${visit(finding)} was done and never charged.`,
    how: 'It will not be charged by itself. Put it aside once you have agreed with the customer.',
  }),
  'never-billed': (finding) => ({
    what: `${money(finding)} for the v${visit(finding)} has waited for its bill for more than a day.`,
    how: 'It is tried again every minute, and leaves this list once it is billed.',
  }),
  'not-done': (finding) => ({
    what: `${money(finding)} was charged for the v${visit(finding)}, which is not done.`,
    how: finding.bill ? `Refund it on ${bill(finding)}, or have the visit finished.` : 'Have the visit finished.',
  }),
  'visit-rows': (finding) => ({
    what: `The visits at ${finding.engagement?.streetAddress1 ?? 'an address'} don’t match their schedule: ${finding.detail ?? ''}.`,
    how: aDefect,
  }),
  'unknown-at-stripe': (finding) => ({
    what: `Stripe has collected ${money(finding)} that no bill here is for: ${finding.subject}.`,
    how: 'Refund it at Stripe, or put it aside if it is not from this business.',
  }),
  'not-at-stripe': (finding) => ({
    what: `${money(finding)} of ${bill(finding)} counts as paid here, and Stripe has not collected it.`,
    how: `Look for ${finding.subject} at Stripe. ${aDefect}`,
  }),
  'other-at-stripe': (finding) => ({
    what: `Stripe has moved ${money(finding)} ${(finding.amount ?? 0) > 0 ? 'more' : 'less'} to us than is booked for ${bill(finding)}.`,
    how: `Compare it with ${finding.subject} at Stripe. ${aDefect}`,
  }),
  'customer-balance': (finding) => ({
    what: `What this customer owes differs by ${money(finding)} between ledger and bills.`,
    how: aDefect,
  }),
  'worker-balance': (finding) => ({
    what: `${money(finding)} of this worker’s pay is booked, and was not passed on.`,
    how: aDefect,
  }),
  'bill-entries': (finding) => ({
    what: `The ledger differs by ${money(finding)} from ${bill(finding)}: ${finding.detail ?? ''}.`,
    how: aDefect,
  }),
  'kept-sums': (finding) => ({
    what: `A sum of the money page is off by ${money(finding)}: ${finding.detail ?? ''}.`,
    how: aDefect,
  }),
  'fraud-warning': (finding) => ({
    what: `A bank warns of fraud on ${bill(finding)}: refund it before it is disputed?`,
    how: `${money(finding)}. A dispute costs Stripe’s fee on top. Put it aside if you know the customer.`,
  }),
  'debit-late': (finding) => ({
    what: `${money(finding)} of ${bill(finding)} has been on its way from the bank for more than ${lateDebitDays} days.`,
    how: `A bank answers within five business days. Look for ${finding.detail ?? 'it'} at Stripe.`,
  }),
  'card-of-fraud': (finding) => ({
    what: `This customer pays with ${finding.detail ?? 'a card'}, which another customer’s bank has reported as fraud or not authorized.`,
    how: 'Find out whether they are one person. Then put this aside.',
  }),
  'customer-deleted': () => ({
    what: 'This customer was deleted at Stripe, and the saved cards with it.',
    how: 'The customer was asked to add a card. What is owed waits until then.',
  }),
  'reversed-alone': (finding) => ({
    what: `${money(finding)} of the pay for ${bill(finding)} was taken back at Stripe, and no refund explains it. A refund that is sent again there takes the pay a second time.`,
    how: 'The worker was told. Refund the customer, or send the money again at Stripe and put this aside.',
  }),
  'top-up-reversed': (finding) => ({
    what: `${money(finding)} of the pay for ${bill(finding)}, which we had added for its credit, was taken back at Stripe.`,
    how: 'The worker was told. Send the money again at Stripe and put this aside, or agree with the worker.',
  }),
  'paid-and-credited': (finding) => ({
    what: `${money(finding)} of ${bill(finding)} was sent back at Stripe, and the customer has it as credit already.`,
    how: 'The customer has it twice now. Agree with the customer, then put this aside.',
  }),
  'paid-twice': (finding) => ({
    what: `We have the money for ${bill(finding)} twice. The customer paid ${money(finding)} another way, and then we won the dispute.`,
    how: `Give the customer ${money(finding)} of credit on their billing page. Then put this aside.`,
  }),
  'won-after-all': (finding) => ({
    what: `We won the dispute about ${bill(finding)} after you wrote it off. The bank gave ${money(finding)} back.`,
    how: 'The money is in the books, and nothing is owed. Let the customer know, then put this aside.',
  }),
  'lost-again': (finding) => ({
    what: `The bank took ${money(finding)} of ${bill(finding)} back once more. What you decided before the dispute was won holds again.`,
    how: 'We told the customer. If you gave credit for it meanwhile, agree with the customer. Then put this aside.',
  }),
};

/** @returns what does not agree, and what staff can do about it */
export const findingWords = (finding: Finding): Words => words[finding.kind](finding);

/** @returns whom it is about, or where it was found */
export const findingTitle = ({ person, kind }: Finding): string =>
  person?.name ?? (kind === 'kept-sums' ? 'The ledger' : 'At Stripe');

/** @returns the page that shows most of it */
export function findingPath({ kind, person, engagement, bill: ofBill }: Finding): string {
  if (ofBill) return `/customers/${ofBill.customerProfileId}/billing/${ofBill.id}`;
  if (person && engagement) return `/customers/${person.profileId}/engagements/${engagement.id}`;
  if (person)
    return kind === 'worker-balance'
      ? `/workers/${person.profileId}/earnings`
      : `/customers/${person.profileId}/billing`;
  return '/money';
}

/** @returns when a moment was, as people say it: 'today at 3:02 AM' */
export const whenLabel = (at: string, now: string): string =>
  businessDay(Temporal.Instant.from(at)).equals(businessDay(Temporal.Instant.from(now)))
    ? `today at ${timeLabel(at)}`
    : momentLabel(at);

/** @returns how the last check of the money ended: 'Checked today at 3:02 AM: everything agrees.' */
export function checkedText({ count, asideCount, checkedAt }: Desk['findings'], now: string): string {
  if (checkedAt === null) return 'Visits, bills, ledger and Stripe have not been compared yet.';
  const aside = asideCount === 0 ? '' : `${asideCount === 1 ? 'one thing' : `${asideCount} things`} put aside`;
  const result = count > 0 ? '' : aside ? `: all agrees but ${aside}` : ': everything agrees';
  return `Checked ${whenLabel(checkedAt, now)}${result}.`;
}
