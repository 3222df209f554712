import type { Engagement } from '#contract/engagements.ts';
import type { Visit } from '#contract/visits.ts';
import { type CalendarDay, dayLabel, momentDayLabel, plainDate, timeLabel } from '#domain/calendar.ts';
import { isLive, isProposal } from '#domain/engagement-status.ts';
import type { BillingCycle, EngagementStatus, ProfileType } from '#domain/enums.ts';
import { enumLabel, listLabel, moneyLabel } from '#domain/labels.ts';
import { awaitsAgreement, type BaseRates, visitPrice } from '#domain/pricing.ts';
import { heldMarks } from '#web/ui/bill-mark.ts';
import type { Visits } from './visits/visit-days.ts';

/** @returns when the customer's card is charged */
export function billingCycleLabel(cycle: BillingCycle): string {
  switch (cycle) {
    case 'BILLING_CYCLE_DAILY':
      return 'Charged at the end of each day with a visit';
    case 'BILLING_CYCLE_WEEKLY':
      return 'Charged at the end of each week, for the visits made';
    case 'BILLING_CYCLE_MONTHLY':
      return 'Charged at the end of each month, for the visits made';
    case 'BILLING_CYCLE_YEARLY':
      return 'Charged at the end of each year, for the visits made';
    default:
      return 'Charged after each visit';
  }
}

const spans = [
  { minutes: 24 * 60, unit: 'day' },
  { minutes: 60, unit: 'hour' },
  { minutes: 1, unit: 'minute' },
] as const;

/**
 * @param minutes a whole number
 * @returns the time in the largest unit that divides it: '7 days', '36 hours', '1 minute'
 */
export function durationLabel(minutes: number): string {
  const span = spans.find((one) => minutes % one.minutes === 0 && minutes >= one.minutes) ?? spans[2];
  const count = minutes / span.minutes;
  return `${count} ${span.unit}${count === 1 ? '' : 's'}`;
}

/** @returns the weekdays with a visit, 'Monday and Thursday'; undefined before a worker has chosen any */
export function weekDaysLabel({ scheduleTemplate }: Pick<Engagement, 'scheduleTemplate'>): string | undefined {
  const days = scheduleTemplate.scheduleTemplateDays.map((day) => enumLabel(day.dayOfWeek));
  return days.length > 0 ? listLabel(days) : undefined;
}

/** @returns the weekdays with a visit, and how many are still to be picked: 'Monday. Of 3 weekdays, 2 are still to be picked.' */
export function daysSentence(engagement: Pick<Engagement, 'scheduleTemplate' | 'status'>): string {
  const { frequency, scheduleTemplateDays } = engagement.scheduleTemplate;
  const days = weekDaysLabel(engagement);
  const missing = frequency - scheduleTemplateDays.length;
  if (!isLive(engagement) || (days && missing <= 0)) return days ?? 'None';
  if (isProposal(engagement)) return 'Picked by the worker who accepts';
  if (!days) return 'Still to be picked';
  return `${days}. Of ${frequency} weekdays, ${missing} ${missing === 1 ? 'is' : 'are'} still to be picked.`;
}

/** @returns the price of a visit by yard size, '$15.00 a visit, $25.00 for a large yard' */
export function visitPrices(rates: BaseRates, multiplier: number): string {
  const standard = moneyLabel(visitPrice(rates, 'YARD_SIZE_STANDARD', multiplier));
  return `${standard} a visit, ${moneyLabel(visitPrice(rates, 'YARD_SIZE_LARGE', multiplier))} for a large yard`;
}

/**
 * @param lockedGateFee what a visit at a locked gate costs, integer cents; undefined while it is unknown
 * @returns undefined when there is no fee
 */
export function lockedGateSentence(lockedGateFee: number | undefined): string | undefined {
  return lockedGateFee
    ? `When we come and cannot get into the yard, ${moneyLabel(lockedGateFee)} is charged for the way.`
    : undefined;
}

/** @returns the day of the next visit, or why there is none */
export function nextVisitLabel(status: EngagementStatus, next: CalendarDay | undefined): string {
  if (next) return dayLabel(plainDate(next));
  if (!isLive({ status })) return 'No more visits';
  return status === 'ENGAGEMENT_STATUS_PAUSED' ? 'None while it is paused' : 'No date yet';
}

type Pause = Pick<Visits, 'isPausedUnpaid' | 'blockedWhy'>;

/**
 * @param isCustomer whether the customer reads it; else staff do
 * @returns why a service is paused because of a payment, and what resumes it; undefined when its pause has no such reason
 */
export function pausedSentence({ isPausedUnpaid, blockedWhy }: Pause, isCustomer: boolean): string | undefined {
  const [visits, who] = isCustomer ? ['your visits', 'Choose'] : ['the visits', 'The customer has to choose'];
  if (blockedWhy) {
    return `${isPausedUnpaid ? `We paused ${visits}. ` : ''}${blockedWhy} ${who} another payment method to resume.`;
  }
  if (!isPausedUnpaid) return undefined;
  return `We paused ${visits} because a payment failed. ${isCustomer ? 'Pay what is open' : 'The customer has to pay what is open'} to resume.`;
}

type StatusFacts = Pick<Engagement, 'status' | 'worker' | 'baseCost' | 'agreedBaseCost'>;

/**
 * Explains an engagement's status to the person who looks at it.
 * @param reader the profile type that the person acts as
 */
export function statusSentence(engagement: StatusFacts, reader: ProfileType): string {
  const { status, worker } = engagement;
  const workerName = worker?.displayName ?? 'Somebody';
  switch (status) {
    case 'ENGAGEMENT_STATUS_PROPOSED':
      if (awaitsAgreement(engagement)) {
        return `Waiting for ${reader === 'PROFILE_TYPE_CUSTOMER' ? 'you' : 'the customer'} to agree to the new price.`;
      }
      return reader === 'PROFILE_TYPE_WORKER'
        ? 'Open to every worker. Put it on a day of your plan to take it.'
        : 'Waiting for somebody to accept.';
    case 'ENGAGEMENT_STATUS_ACCEPTED':
      return `${workerName} has this service. The first visit is still to come.`;
    case 'ENGAGEMENT_STATUS_RUNNING':
      return 'Visits are under way.';
    case 'ENGAGEMENT_STATUS_PAUSED':
      return 'No visits are made while it is paused.';
    case 'ENGAGEMENT_STATUS_CANCELLED':
      return 'There are no more visits.';
    case 'ENGAGEMENT_STATUS_COMPLETED':
      return 'All visits are made.';
    default:
      return '';
  }
}

/** @returns when the worker was at the yard, '9:05 AM to 9:40 AM'; undefined before the work has started */
export function visitTimesLabel({ startedAt, completedAt }: Pick<Visit, 'startedAt' | 'completedAt'>) {
  if (startedAt && completedAt) return `${timeLabel(startedAt)} to ${timeLabel(completedAt)}`;
  if (startedAt) return `Since ${timeLabel(startedAt)}`;
  return completedAt ? `Until ${timeLabel(completedAt)}` : undefined;
}

/**
 * @param isOwn whether the customer reads it; else staff do
 * @returns whether a visit is paid: 'Paid on Nov 23, 2026', and what of that went back
 */
export function paymentLabel(
  { status, amount, paidAt, billRefunded }: NonNullable<Visit['charge']>,
  isOwn: boolean,
): string {
  if (status === 'paid' && amount === 0) return isOwn ? 'Free with your coupon' : 'Free with a coupon';
  switch (status) {
    case 'paid':
      return `${paidAt ? `Paid on ${momentDayLabel(paidAt)}` : 'Paid'}${billRefunded > 0 ? `. ${moneyLabel(billRefunded)} of its bill was sent back.` : ''}`;
    case 'disputed':
    case 'taken-back':
    case 'paid-otherwise':
    case 'partly-paid-otherwise':
      return heldMarks[status].label;
    case 'open':
      return 'Payment open';
    case 'waiting':
      return 'To be charged later';
    case 'collecting':
      return 'Payment under way';
    case 'processing':
      return 'On its way from the bank';
    case 'declined':
      return 'Declined';
    case 'not-confirmed':
      return 'Not confirmed';
    case 'not-tried':
      return 'Not charged';
    case 'action-required':
      return isOwn ? 'Waiting for your confirmation' : 'Waiting for the customer to confirm';
    case 'refunded':
      return 'Refunded';
    case 'written-off':
      return isOwn ? 'Nothing to pay' : 'Written off';
    case 'not-billed':
      return 'Not billed';
  }
}
