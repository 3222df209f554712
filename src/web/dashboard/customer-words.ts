import type { ServiceAtHome } from '#contract/homes.ts';
import { type CalendarDay, calendarDay, dayLabel, isSameDay, plainDate, timeLabel } from '#domain/calendar.ts';
import { isLive } from '#domain/engagement-status.ts';
import { countedLabel, moneyLabel, statusWord } from '#domain/labels.ts';

type Next = NonNullable<ServiceAtHome['next']>;

/** @returns what the card of a service is about: the next visit of the only one, or else which one it is; and that it has ended or rests */
export function cardTitle({ productName, yard, status, next }: ServiceAtHome, isOne: boolean): string {
  const name = `${productName}, ${yard.label}`;
  const which = isOne ? 'This service' : `${name},`;
  if (!isLive({ status })) return `${which} is ${statusWord(status)}`;
  if (!next) return name;
  if (status === 'ENGAGEMENT_STATUS_PAUSED') return `${which} is paused after this visit`;
  if (status === 'ENGAGEMENT_STATUS_PROPOSED') return `${which} has no keeper after this visit`;
  return isOne ? 'Next visit' : name;
}

/**
 * @param toPay what was declined of all services, integer cents; undefined until that is known
 * @returns what stands largest, such as 'Tomorrow, Tue, Nov 24' or 'Walt is on the way'
 */
export function nextTitle(
  { next, status, isPausedUnpaid, blockedWhy, hold, priceToAgreeTo }: ServiceAtHome,
  today: CalendarDay,
  toPay: number | undefined,
): string {
  if (!next) {
    if (blockedWhy) return 'Another payment method is needed';
    if (isPausedUnpaid) return toPay ? `${moneyLabel(toPay)} to pay` : 'Paused until it is paid';
    if (priceToAgreeTo !== null) return 'A new price to agree to';
    if (status === 'ENGAGEMENT_STATUS_PROPOSED') return 'We are looking for your keeper';
    if (status === 'ENGAGEMENT_STATUS_PAUSED') return 'Paused';
    if (!isLive({ status })) return 'No more visits';
    return hold ? 'No visits while you are away' : 'No visit planned yet';
  }
  const name = next.workerName;
  switch (next.step?.status) {
    case 'WORK_STATUS_TRAVEL_STARTED':
      return `${name} is on the way`;
    case 'WORK_STATUS_TRAVEL_COMPLETED':
      return `${name} is there`;
    case 'WORK_STATUS_WORK_STARTED':
      return `${name} is cleaning up`;
    default:
      return dayWords(next.date, today);
  }
}

function dayWords(date: CalendarDay, today: CalendarDay): string {
  const label = dayLabel(plainDate(date));
  if (isSameDay(date, today)) return `Today, ${label}`;
  const tomorrow = calendarDay(plainDate(today).add({ days: 1 }));
  return isSameDay(date, tomorrow) ? `Tomorrow, ${label}` : label;
}

/** @returns who comes, and how far it is */
export function nextWords({ date, workerName, step, between, yardsBefore }: Next, today: CalendarDay): string {
  if (step && step.status !== 'WORK_STATUS_PENDING') return `Since ${timeLabel(step.since)}.`;
  if (!isSameDay(date, today)) return `${workerName} comes.`;
  if (between) return `${workerName} should arrive`;
  const place =
    yardsBefore === null
      ? ''
      : yardsBefore === 0
        ? ' to you next'
        : `, ${countedLabel(yardsBefore, 'yard')} before yours`;
  return `${workerName} comes${place}. We tell you once they are on the way.`;
}

/** @returns why nobody comes */
export function whyNoVisit({ status, isPausedUnpaid, blockedWhy, hold, priceToAgreeTo }: ServiceAtHome): string {
  if (blockedWhy) return `${blockedWhy} Once you choose another payment method, your visits resume automatically.`;
  if (isPausedUnpaid) return 'Nobody comes until then. Once it is paid, your visits resume automatically.';
  if (priceToAgreeTo !== null) return 'It waits for your answer.';
  if (status === 'ENGAGEMENT_STATUS_PROPOSED') return 'We tell you as soon as somebody has taken it.';
  if (status === 'ENGAGEMENT_STATUS_PAUSED') return 'Nobody comes, and nothing is charged, until you resume it.';
  if (!isLive({ status })) return 'Nobody comes anymore.';
  return hold
    ? 'Your visits resume automatically afterwards.'
    : 'The date shows here once your keeper has picked the days.';
}

/** @returns for example 'between 9:15 AM and 10:00 AM' */
export const betweenLabel = ({ from, to }: NonNullable<Next['between']>): string =>
  `between ${timeLabel(from)} and ${timeLabel(to)}`;

/** @returns what the link to the service's page offers: only what its page lets its customer do now */
export function actionWords({ status, isPausedUnpaid, blockedWhy }: ServiceAtHome): string {
  if (blockedWhy && isLive({ status })) return 'Choose another payment method';
  if (isPausedUnpaid || !isLive({ status })) return 'Look at the service';
  if (status === 'ENGAGEMENT_STATUS_PAUSED') return 'Resume or change';
  return status === 'ENGAGEMENT_STATUS_PROPOSED' ? 'Change or cancel' : 'Skip, pause or change';
}
