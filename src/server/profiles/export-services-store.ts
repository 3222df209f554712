import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { uuids } from '../database/erased-words.ts';
import { holds, holidays } from '../database/schema/calendar.ts';
import { coupons, products } from '../database/schema/catalog.ts';
import { engagements, scheduleTemplateDays, scheduleTemplates } from '../database/schema/engagements.ts';
import { files } from '../database/schema/files.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { isOffByPeople } from '../database/schema/states.ts';
import { plans, visitHistory, visits } from '../database/schema/visits.ts';
import { skip, skipsOfVisits } from '../database/skips.ts';
import { type ExportPart, part, type Whose } from './export-part-store.ts';

// As arrays: for an "or" Postgres would read whole tables.
const ofCustomer = ({ profileIds }: Whose): SQL =>
  sql`array(select id from ${engagements} where ${engagements.customerProfileId} = any(${uuids(profileIds)}))`;
const ofBoth = (whose: Whose): SQL =>
  sql`array(select unnest(${ofCustomer(whose)}) union
    select id from ${engagements} where ${engagements.workerProfileId} = any(${uuids(whose.profileIds)}))`;
const isTheirs = (column: { getSQL(): SQL }, { profileIds }: Whose): SQL => sql`${column} = any(${uuids(profileIds)})`;
const isOneOf = (column: { getSQL(): SQL }, ids: SQL): SQL => sql`${column} = any(${ids})`;
/** The visits of a customer's services, and those that a worker has or had. */
const visitsOf = (whose: Whose): SQL => sql`array(
  select id from ${visits} where ${isOneOf(visits.engagementId, ofCustomer(whose))}
  union select id from ${visits} where ${isTheirs(visits.workerProfileId, whose)}
  union select id from ${visits} where ${visits.missedOn} is not null and ${isTheirs(visits.missedWorkerProfileId, whose)}
  union select id from ${visits} where ${isOffByPeople(visits)} and ${isTheirs(visits.offWorkerProfileId, whose)})`;

/** The services of which a worker makes or made visits. */
const servedBy = ({ profileIds }: Whose): SQL => sql`array(
  select ${plans.engagementId} from ${plans} where ${plans.workerProfileId} = any(${uuids(profileIds)})
  union select ${visits.engagementId} from ${visits} where ${visits.workerProfileId} = any(${uuids(profileIds)}))`;

const keeper = alias(profiles, 'keeper');
const next = alias(visitHistory, 'next');
const yard = alias(addresses, 'yard');

/** The services of a person, as a customer or as a worker, and their visits. */
export const serviceParts = {
  services: part(
    'Services',
    (whose) => {
      // What a customer says is nothing of the worker's.
      const isCustomers = inArray(engagements.customerProfileId, whose.profileIds);
      const ofCustomers = (column: { getSQL(): SQL }) =>
        sql<string | null>`case when ${isCustomers} then ${column} end`;
      return {
        id: engagements.id,
        as: sql<string>`case when ${isCustomers} then 'customer' else 'worker' end`,
        product: products.name,
        status: engagements.status,
        isPausedUnpaid: ofCustomers(engagements.isPausedUnpaid),
        yardSize: engagements.yardSize,
        address: ofCustomers(yard.streetAddress1),
        keeper: keeper.displayName,
        price: engagements.baseCost,
        agreedPrice: engagements.agreedBaseCost,
        priceHeldUntil: engagements.baseCostHeldUntil,
        priceMultiplier: engagements.priceMultiplier,
        feePercent: sql<number | null>`case when not ${isCustomers} then ${engagements.agreedFeePercent} end`,
        billingCycle: engagements.billingCycle,
        paidWith: ofCustomers(engagements.stripePaymentMethodId),
        coupon: ofCustomers(coupons.name),
        couponPercentOff: ofCustomers(coupons.percentOff),
        couponAmountOff: ofCustomers(coupons.amountOff),
        couponTerm: ofCustomers(coupons.term),
        period: scheduleTemplates.period,
        visits: scheduleTemplates.frequency,
        everyWeeks: scheduleTemplates.interval,
        startDay: scheduleTemplates.startDay,
        weekOffset: scheduleTemplates.weekOffset,
        placeIsKept: scheduleTemplates.isPinned,
        askedAt: engagements.createdAt,
        openSince: engagements.openSince,
        activeSince: engagements.activeSince,
        cancelReason: ofCustomers(engagements.cancelReason),
        cancelNote: ofCustomers(engagements.cancelNote),
      };
    },
    (from, whose) =>
      from
        .from(engagements)
        .innerJoin(products, eq(products.id, engagements.productId))
        .innerJoin(yard, eq(yard.id, engagements.serviceAddressId))
        .leftJoin(keeper, eq(keeper.id, engagements.workerProfileId))
        .leftJoin(coupons, eq(coupons.id, engagements.couponId))
        .leftJoin(scheduleTemplates, eq(scheduleTemplates.engagementId, engagements.id))
        .where(isOneOf(engagements.id, ofBoth(whose)))
        .orderBy(asc(engagements.createdAt)),
  ),
  weekDays: part(
    'Weekdays of services',
    {
      service: scheduleTemplates.engagementId,
      weekDay: scheduleTemplateDays.dayOfWeek,
      place: scheduleTemplateDays.sequence,
      plannedAt: scheduleTemplateDays.plannedAt,
    },
    (from, whose) =>
      from
        .from(scheduleTemplateDays)
        .innerJoin(scheduleTemplates, eq(scheduleTemplates.id, scheduleTemplateDays.scheduleTemplateId))
        .where(isOneOf(scheduleTemplates.engagementId, ofBoth(whose)))
        .orderBy(asc(scheduleTemplates.engagementId), asc(scheduleTemplateDays.dayOfWeek)),
  ),
  schedules: part(
    'Schedules, earlier and requested ones too',
    (whose) => ({
      service: plans.engagementId,
      keeper: keeper.displayName,
      feePercent: sql<number | null>`case when ${isTheirs(plans.workerProfileId, whose)} then ${plans.feePercent} end`,
      firstDay: plans.firstDay,
      weekDays: plans.weekDays,
      visits: plans.frequency,
      everyWeeks: plans.interval,
      startDay: plans.startDay,
      weekOffset: plans.weekOffset,
      madeAt: plans.madeAt,
      askedForBy: plans.wantedBy,
      askedForAt: plans.wantedAt,
      acceptedAt: plans.acceptedAt,
      endedOn: plans.endedOn,
    }),
    (from, whose) =>
      from
        .from(plans)
        .leftJoin(keeper, eq(keeper.id, plans.workerProfileId))
        .where(
          sql`${plans.engagementId} = any(${ofCustomer(whose)}) or ${inArray(plans.workerProfileId, whose.profileIds)}`,
        )
        .orderBy(asc(plans.id)),
  ),
  daysAway: part(
    'Days without visits',
    {
      service: holds.engagementId,
      firstDay: holds.firstDay,
      lastDay: holds.lastDay,
      by: holds.madeBy,
      at: holds.createdAt,
    },
    (from, whose) =>
      from
        .from(holds)
        .where(isOneOf(holds.engagementId, ofCustomer(whose)))
        .orderBy(asc(holds.firstDay)),
  ),
  daysOff: part(
    'Your days off',
    {
      day: holidays.day,
      lastDay: holidays.lastDay,
      note: holidays.note,
      askedAt: holidays.wantedAt,
      acceptedAt: holidays.acceptedAt,
      declinedReason: holidays.declinedReason,
      setAt: holidays.createdAt,
      takenBackAt: holidays.takenBackAt,
    },
    (from, whose) =>
      from.from(holidays).where(inArray(holidays.workerProfileId, whose.profileIds)).orderBy(asc(holidays.day)),
  ),
  movedVisits: part(
    'Visits on another day',
    {
      service: visits.engagementId,
      planned: visits.home,
      day: visits.day,
      reason: visits.setReason,
      at: sql`coalesce(${visits.setAt}, ${visits.changedAt})`.mapWith(visits.changedAt),
    },
    (from, whose) =>
      from
        .from(visits)
        .where(
          sql`${isOneOf(visits.id, visitsOf(whose))} and (${visits.setDay} is not null or ${visits.day} <> ${visits.home})
            and ${visits.offBy} is distinct from 'plan'`,
        )
        .orderBy(asc(visits.home)),
  ),
  earlierDaysOfMovedVisits: part(
    'Earlier days of moved visits',
    {
      service: visitHistory.engagementId,
      planned: visits.home,
      day: visitHistory.day,
      since: visitHistory.at,
      until: next.at,
    },
    (from, whose) =>
      from
        .from(visitHistory)
        .innerJoin(
          next,
          sql`${next.visitId} = ${visitHistory.visitId} and ${next.nth} = ${visitHistory.nth} + 1 and ${next.day} <> ${visitHistory.day}`,
        )
        .innerJoin(visits, eq(visits.id, visitHistory.visitId))
        .where(
          sql`${visitHistory.state} = 'planned' and (${isOneOf(visitHistory.engagementId, ofCustomer(whose))}
            or (${isOneOf(visitHistory.engagementId, servedBy(whose))} and ${isTheirs(visitHistory.workerProfileId, whose)}))`,
        )
        .orderBy(asc(next.at)),
  ),
  visits: part(
    'Visits',
    (whose) => ({
      service: visits.engagementId,
      day: visits.day,
      keeper: keeper.displayName,
      status: visits.step,
      begunAt: visits.begunAt,
      travelStartedAt: visits.travelStartedAt,
      travelCompletedAt: visits.travelCompletedAt,
      startedAt: visits.workStartedAt,
      completedAt: visits.workCompletedAt,
      miles: sql<number | null>`case when ${isTheirs(visits.workerProfileId, whose)} then ${visits.miles} end`,
    }),
    (from, whose) =>
      from
        .from(visits)
        .innerJoin(keeper, eq(keeper.id, visits.workerProfileId))
        .where(sql`${isOneOf(visits.id, visitsOf(whose))} and ${visits.step} is not null`)
        .orderBy(asc(visits.day)),
  ),
  visitsThatDidNotTakePlace: part(
    'Visits that did not take place',
    (whose) => ({
      service: visits.engagementId,
      day: skip.date,
      kind: skip.kind,
      by: skip.skippedBy,
      // What a customer says is nothing of the worker's.
      reason: sql<
        string | null
      >`case when ${skip.skippedBy} is distinct from 'customer' or ${isOneOf(visits.engagementId, ofCustomer(whose))} then ${skip.reason} end`,
      at: skip.createdAt,
      seenAt: sql`case when ${skip.kind} = 'missed' then ${visits.seenAt} end`,
    }),
    (from, whose) =>
      from
        .from(visits)
        .innerJoin(skipsOfVisits, sql`true`)
        .where(
          sql`${isOneOf(visits.id, visitsOf(whose))} and (${isOneOf(visits.engagementId, ofCustomer(whose))}
            or ${isTheirs(sql`coalesce(${skip.workerProfileId}, ${visits.workerProfileId})`, whose)})`,
        )
        .orderBy(asc(skip.date)),
  ),
  photos: part(
    'Photos of visits',
    {
      file: sql<string>`'photos/' || ${visits.day} || '-' || ${files.id} || '.jpg'`,
      service: visits.engagementId,
      day: visits.day,
      at: files.uploadedAt,
    },
    (from, whose) =>
      from
        .from(files)
        .innerJoin(visits, eq(visits.id, files.workId))
        .where(sql`${files.uploadedAt} is not null and ${visits.engagementId} = any(${ofCustomer(whose)})`)
        .orderBy(asc(files.createdAt)),
  ),
} satisfies Record<string, ExportPart>;
