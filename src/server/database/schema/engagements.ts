import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { type CancelReason, cancelReasons } from '#domain/cancel-reasons.ts';
import { activeEngagementStatuses } from '#domain/engagement-status.ts';
import {
  type BillingCycle,
  type EngagementStatus,
  engagementStatuses,
  type Period,
  periods,
  type YardSize,
  yardSizes,
} from '#domain/enums.ts';
import { coupons, products } from './catalog.ts';
import { id, instant, literals, oneOf, plainDate, refersTo, requestDigest, version } from './columns.ts';
import { addresses, profiles } from './profiles.ts';
import { isActive, isFirstProposal, isPaused, isPausedUnpaid, isProposal } from './states.ts';

/** A recurring service that a customer asked for. What was agreed is kept here, whatever the product becomes. */
export const engagements = pgTable(
  'engagements',
  {
    id: id(),
    customerProfileId: refersTo(() => profiles.id),
    workerProfileId: uuid().references(() => profiles.id),
    productId: refersTo(() => products.id),
    serviceAddressId: refersTo(() => addresses.id),
    billingAddressId: refersTo(() => addresses.id),
    couponId: uuid().references(() => coupons.id),
    /** Whether it holds the one redemption of the coupon that its customer may have. */
    isOnlyRedemption: boolean().notNull().default(false),
    stripePaymentMethodId: text().notNull(),
    status: text().$type<EngagementStatus>().notNull(),
    /** Whether it is paused until its customer has paid what was given up; then it goes on by itself. */
    isPausedUnpaid: boolean().notNull().default(false),
    /** Price of one visit before a coupon, integer cents; of a proposal, what an acceptance would make it. */
    baseCost: integer().notNull(),
    /** By what the rate of its yard size was multiplied for that price; null for prices from before this was kept. */
    priceMultiplier: integer(),
    /** The most that the customer has agreed to, integer cents; a proposal that costs more waits. */
    agreedBaseCost: integer().notNull(),
    baseCostHeldUntil: instant().notNull(),
    /**
     * The business's part in percent when its worker claimed it, which stays as it was; null before a claim, and for claims
     * from before this was kept, whose part is the one that the business began with.
     */
    agreedFeePercent: integer(),
    billingCycle: text().$type<BillingCycle>().notNull(),
    yardSize: text().$type<YardSize>().notNull(),
    version: version(),
    createdAt: instant().notNull(),
    /** When it became a proposal that any worker may claim, the last time. */
    openSince: instant().notNull(),
    /** The `openSince` of which its customer was told that nobody has claimed it for days; null while none. */
    toldOpenSince: instant(),
    /** When its visits became due, the last time: by a claim or a resume. Null while none have been due. */
    activeSince: instant(),
    /** Why it was canceled, if somebody said so. */
    cancelReason: text().$type<CancelReason>(),
    cancelNote: text(),
    requestDigest: requestDigest(),
    /** When people are told what has become of its visits; null when there is nothing to tell, or it rests. */
    tellAfter: instant(),
  },
  (table) => [
    index('engagements_to_tell').on(table.tellAfter).where(sql`${table.tellAfter} is not null`),
    oneOf('engagements_cancel_reason', table.cancelReason, cancelReasons),
    oneOf('engagements_status', table.status, engagementStatuses),
    oneOf('engagements_yard_size', table.yardSize, yardSizes),
    check('engagements_base_cost', sql`${table.baseCost} > 0`),
    check(
      'engagements_agreed_price',
      sql`${table.baseCost} <= ${table.agreedBaseCost} or ${table.status} not in (${literals(activeEngagementStatuses)})`,
    ),
    check(
      'engagements_claimed',
      sql`${table.workerProfileId} is not null or ${table.status} not in (${literals(activeEngagementStatuses)})`,
    ),
    uniqueIndex('engagements_only_redemption')
      .on(table.customerProfileId, table.couponId)
      .where(sql`${table.isOnlyRedemption}`),
    index().on(table.customerProfileId, table.createdAt),
    index().on(table.workerProfileId, table.status),
    index('engagements_open_proposals').on(table.openSince).where(isProposal(table)),
    index('engagements_unclaimed_untold')
      .on(table.openSince)
      .where(sql`${isProposal(table)} and ${table.toldOpenSince} is distinct from ${table.openSince}`),
    // Holds all that the sweep reads of a proposal to see whether its price is still the day's.
    index('engagements_priced_proposals')
      .on(table.productId, table.yardSize, table.baseCostHeldUntil, table.baseCost)
      .where(isFirstProposal(table)),
    index().on(table.activeSince),
    index('engagements_active_of_customer').on(table.customerProfileId).where(isActive(table)),
    index('engagements_paused_of_customer').on(table.customerProfileId).where(isPaused(table)),
    index('engagements_paused_unpaid').on(table.customerProfileId).where(isPausedUnpaid(table)),
  ],
);

export const scheduleTemplates = pgTable(
  'schedule_templates',
  {
    id: id(),
    engagementId: refersTo(() => engagements.id).unique(),
    period: text().$type<Period>().notNull(),
    frequency: integer().notNull(),
    interval: integer().notNull(),
    startDay: plainDate().notNull(),
    /** 1 when the worker of an interval of 2 begins in the week after that of the start day. */
    weekOffset: integer().notNull().default(0),
    /** Whether the customer asked to keep the place in the day's order; a better order leaves it alone. */
    isPinned: boolean().notNull().default(false),
  },
  (table) => [
    oneOf('schedule_templates_period', table.period, periods),
    check('schedule_templates_frequency', sql`${table.frequency} between 1 and 31`),
    check('schedule_templates_interval', sql`${table.interval} in (1, 2)`),
    check('schedule_templates_week_offset', sql`${table.weekOffset} between 0 and ${table.interval} - 1`),
  ],
);

export const scheduleTemplateDays = pgTable(
  'schedule_template_days',
  {
    id: id(),
    scheduleTemplateId: refersTo(() => scheduleTemplates.id),
    /**
     * The engagement's worker, null when it has none. Triggers take it from there, whatever is written here. A place is
     * made, and the worker of an engagement with places changes, only while the worker's plan is locked.
     */
    workerProfileId: uuid(),
    dayOfWeek: text().$type<WeekDay>().notNull(),
    sequence: integer().notNull(),
    /** When it was put on this weekday; null for what was there before this was noted. */
    plannedAt: instant(),
  },
  (table) => [
    unique('schedule_template_days_day_key').on(table.scheduleTemplateId, table.dayOfWeek),
    // Holds all that the list of a day's visits reads of it, worker by worker.
    index('schedule_template_days_of_worker').on(
      table.dayOfWeek,
      table.workerProfileId,
      table.scheduleTemplateId,
      table.sequence,
    ),
    oneOf('schedule_template_days_day', table.dayOfWeek, weekDaysInOrder),
    check('schedule_template_days_sequence', sql`${table.sequence} >= 0`),
  ],
);

/** Whether an engagement has a visit that was begun, and neither given up nor missed. */
export const hasBegun = sql`exists (select from visits where visits.engagement_id = ${engagements.id} and visits.state in ('begun', 'done'))`;

/** The days whose missed visits were written down, so that it is done once, and after an outage for each of its days. */
export const closedDays = pgTable('closed_days', {
  day: plainDate().primaryKey(),
  closedAt: instant().notNull(),
  /** When the rows of all visits were filled after it had ended. */
  filledAt: instant(),
});

/** What of an engagement changes after it was asked for. */
export type EngagementFields = Partial<
  Pick<
    typeof engagements.$inferInsert,
    | 'serviceAddressId'
    | 'billingAddressId'
    | 'stripePaymentMethodId'
    | 'agreedFeePercent'
    | 'yardSize'
    | 'baseCost'
    | 'agreedBaseCost'
    | 'priceMultiplier'
    | 'billingCycle'
    | 'status'
    | 'isPausedUnpaid'
    | 'workerProfileId'
    | 'openSince'
    | 'activeSince'
    | 'cancelReason'
    | 'cancelNote'
  >
>;
