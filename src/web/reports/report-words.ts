import type { Report, VisitFigures } from '#contract/reports.ts';
import type { CalendarDay } from '#domain/calendar.ts';
import { cancelReasonLabels } from '#domain/cancel-reasons.ts';
import { moneyLabel, numberLabel } from '#domain/labels.ts';
import type { Became, ListedRecurring, ListedVisits, RecurringKind, VisitDimension } from '#domain/reports.ts';
import { isoDays } from '#web/app/range-words.ts';

export const recurringLabels: Record<RecurringKind, string> = {
  new: 'New',
  resumed: 'Resumed',
  grown: 'Grown',
  shrunk: 'Shrunk',
  paused: 'Paused',
  left: 'Left',
};

export const visitLabels: Record<ListedVisits, string> = {
  begun: 'What they brought',
  planned: 'Planned',
  done: 'Done',
  onTime: 'On time',
  skipped: 'Skipped by customers',
  takenOff: 'Taken off by us',
  couldNot: 'Could not be done',
  missed: 'Missed',
};

export const dimensionLabels: Record<VisitDimension, string> = { worker: 'Worker', city: 'City', product: 'Product' };

/** @returns the label of a reason to leave */
export const reasonLabel = (reason: Report['reasons'][number]['reason']): string =>
  reason === 'none' ? 'Nobody said why' : cancelReasonLabels[reason];

/** @returns an amount with its sign, such as '+$65.00', '−$65.00' or '$0.00' */
export const changeLabel = (amount: number): string =>
  amount === 0 ? moneyLabel(0) : `${amount < 0 ? '−' : '+'}${moneyLabel(Math.abs(amount))}`;

/** @returns a part of a whole, such as '12 %'; a dash of nothing */
export const partLabel = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${numberLabel((100 * part) / whole, 1)} %`;

/** @returns cents for each of so many hours or miles; null for none */
const each = (cents: number, count: number): number | null => (count < 0.05 ? null : Math.round(cents / count));

/** @returns what an hour and a mile of the visits brought of which these are known, integer cents; null without any */
export const revenueOf = ({ revenueOfHours, minutes, revenueOfMiles, miles }: VisitFigures) => ({
  anHour: each(revenueOfHours, minutes / 60),
  aMile: each(revenueOfMiles, miles),
});

export const amountOf = (cents: number | null) => (cents === null ? '–' : moneyLabel(cents));

export const minutesLabel = (minutes: number) => `${numberLabel(minutes, 1)} ${minutes === 1 ? 'minute' : 'minutes'}`;
export const milesLabel = (miles: number) => `${numberLabel(miles, 2)} ${miles === 1 ? 'mile' : 'miles'}`;

type Days = { from: CalendarDay; to: CalendarDay };
type Whose = { of: VisitDimension; key: string } | undefined;

/** @returns where the visits that a figure counts are listed */
export const visitsPath = (figure: ListedVisits, days: Days, whose: Whose): string =>
  `/reports/visits?${new URLSearchParams({ figure, ...isoDays(days), ...whose })}`;

/** @returns where the services are listed whose recurring revenue changed in a way, or that are served at the end */
export const recurringPath = (kind: ListedRecurring, days: Days, reason?: string): string =>
  `/reports/recurring?${new URLSearchParams({ kind, ...isoDays(days), ...(reason ? { reason } : {}) })}`;

/** @returns where the inquiries of one way to the business are listed, all or those of whom something has become */
export const foundPath = (referral: string | null, days: Days, became?: Became): string =>
  `/reports/inquiries?${new URLSearchParams({
    ...isoDays(days),
    ...(referral === null ? {} : { referral }),
    ...(became ? { became } : {}),
  })}`;

/** @returns what visitors wrote, which is kept in small letters, as a word of its own */
export const referralLabel = (referral: string | null): string =>
  referral === null ? 'Nothing written' : referral.slice(0, 1).toUpperCase() + referral.slice(1);

/** Said where a page's address lacks what its rows are of. */
export const incompleteLink = 'That link is not complete. Please choose again here.';
