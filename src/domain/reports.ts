import { couponDiscount, type Discount } from './coupon-discount.ts';
import { isActive } from './engagement-status.ts';
import type { EngagementStatus } from './enums.ts';

/** How a service's recurring revenue changed on a day. */
export const recurringKinds = ['new', 'resumed', 'grown', 'shrunk', 'paused', 'left'] as const;
export type RecurringKind = (typeof recurringKinds)[number];

/** What the services can be listed by: how one changed, or `served`, those that are served at the end of the last day. */
export const listedRecurring = [...recurringKinds, 'served'] as const;
export type ListedRecurring = (typeof listedRecurring)[number];

/** What visitors who asked have become since. */
export const becameOf = ['signed-up', 'visited'] as const;
export type Became = (typeof becameOf)[number];

const weeksAMonth = 52 / 12;

/** A service as its recurring revenue sees it. */
type Service = {
  status: EngagementStatus;
  /** Of a visit, integer cents. */
  baseCost: number;
  discount: Discount | null;
  /** On how many weekdays its worker has it. */
  plannedDays: number;
  /** Visits in so many weeks that its customer wants. */
  frequency: number;
  interval: number;
};

/**
 * @returns what a service brings in a month as it stands, integer cents: the visits that its worker plans at their price, less
 *   a coupon that goes on; nothing without a worker, while it is paused, and once it has ended. Days away change nothing.
 */
export function recurringRevenue({
  baseCost,
  discount,
  plannedDays,
  frequency,
  interval,
  ...service
}: Service): number {
  if (!isActive(service)) return 0;
  const off = discount ? couponDiscount(discount, baseCost, 1) : 0;
  return Math.round(((baseCost - off) * Math.min(plannedDays, frequency) * weeksAMonth) / interval);
}

type Step = {
  /** What it brought a month at the end of the day before, and what it brings now, integer cents. */
  before: number;
  after: number;
  /** Whether it was served on any day before. */
  wasServed: boolean;
  hasEnded: boolean;
  /** Whether its end was counted on a day before. */
  hadLeft: boolean;
};

/** @returns what the day did to a service's recurring revenue; undefined for nothing. One that ends while it is paused leaves too. */
export function recurringKind({ before, after, wasServed, hasEnded, hadLeft }: Step): RecurringKind | undefined {
  if (hasEnded) return wasServed && !hadLeft ? 'left' : undefined;
  if (after === before) return undefined;
  if (after === 0) return 'paused';
  if (before === 0) return wasServed ? 'resumed' : 'new';
  return after > before ? 'grown' : 'shrunk';
}

/**
 * What is counted of visits. `planned`: all that were to be made. Revenue and fees are integer cents; `revenueOfHours` and
 * `revenueOfMiles` are the part of it that visits brought whose minutes, and miles, are known and summed.
 */
export const visitFigures = [
  'planned',
  'done',
  'onTime',
  'skipped',
  'takenOff',
  'couldNot',
  'missed',
  'revenue',
  'fees',
  'minutes',
  'miles',
  'revenueOfHours',
  'revenueOfMiles',
] as const;
export type VisitFigure = (typeof visitFigures)[number];

/** Those that open to visits. */
export const openedVisitFigures = ['planned', 'done', 'onTime', 'skipped', 'takenOff', 'couldNot', 'missed'] as const;

/** What visits can be listed by: a figure that counts them, or `begun`, those that have brought something or taken time. */
export const listedVisits = [...openedVisitFigures, 'begun'] as const;
export type ListedVisits = (typeof listedVisits)[number];

/** By what visits are summed besides all of them. */
export const visitDimensions = ['worker', 'city', 'product'] as const;
export type VisitDimension = (typeof visitDimensions)[number];

/** A worker who drives to a yard and works there for longer has forgotten to tap. */
export const longestVisitMinutes = 240;

/** So many workers, cities and products are listed: those that bring the most. */
export const mostListed = 100;

/** Of so many inquiries, the newest, it is looked up what became of them. */
export const mostFound = 2000;

/** So many ways in which visitors heard of the business are listed: those that most of them named. */
export const mostWays = 20;
