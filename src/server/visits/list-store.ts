import { and, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { dayStart } from '#domain/calendar.ts';
import type { WorkStatus } from '#domain/enums.ts';
import { mostNotesOfVisit } from '#domain/notes.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { blockOfService } from '../database/blocked.ts';
import { isLeft } from '../database/claimable.ts';
import type { Database } from '../database/connection.ts';
import { gaveBack, makesVisit, underWayOf } from '../database/due-visits.ts';
import { disputesOf, disputesOfPayment, isPaymentHeld } from '../database/held-payment.ts';
import { listOf } from '../database/list-of.ts';
import { prepared } from '../database/prepared.ts';
import { charges, payments } from '../database/schema/billing.ts';
import { holidays } from '../database/schema/calendar.ts';
import { coupons } from '../database/schema/catalog.ts';
import { shown } from '../database/schema/columns.ts';
import { engagements } from '../database/schema/engagements.ts';
import { notes } from '../database/schema/notes.ts';
import { profiles, seesProposals } from '../database/schema/profiles.ts';
import {
  askedFor,
  isBegun,
  isDayOff,
  isGivenUpPayment,
  isOnItsWay,
  isOpenCharge,
  isOwedAfterDecline,
  isPausedUnpaid,
  isStandingTip,
} from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';
import { skip, skipsOfVisits } from '../database/skips.ts';
import { photosOf } from '../database/visit-photos.ts';
import { timesOf } from '../database/visit-times.ts';
import { holdsFrom, visitsToCome } from '../database/visits-to-come.ts';

/** How many of the next visits are listed. */
export const upcomingVisits = 5;

/** How many visits and skips together one page has. */
export const pageSize = 50;

const today = sql`${sql.placeholder('today')}::date`;
const yesterday = sql`${sql.placeholder('yesterday')}::timestamptz`;
const before = sql`${sql.placeholder('before')}::date`;
const seesAll = sql`(${sql.placeholder('isStaff')}::boolean or ${engagements.customerProfileId} = any(${sql.placeholder('customerProfileIds')}::uuid[]))`;
const isOfAsking = (column: SQLWrapper) => sql`${column} = any(${sql.placeholder('workerProfileIds')}::uuid[])`;
const isOfService = sql`${visits.engagementId} = ${engagements.id}`;
/** One more than the page holds, which tells whether another page follows. */
const ofPage = sql`limit ${sql.raw(String(pageSize + 1))}`;

const worker = alias(profiles, 'worker');
const tip = alias(payments, 'tip');
const worksOnPage = listOf(
  {
    id: visits.id,
    status: sql<WorkStatus>`${visits.step}`,
    date: visits.day,
    isLeft: isLeft(visits, today),
    workerName: worker.displayName,
    workCompletedAt: shown(visits.workCompletedAt),
    ...timesOf({ ...visits, date: visits.day }),
    charge: {
      amount: charges.amount,
      discount: charges.discount,
      creditUsed: charges.creditUsed,
      createdAt: charges.createdAt,
      writtenOffAt: charges.writtenOffAt,
      isNotBilled: charges.isNotBilled,
    },
    payment: {
      status: payments.status,
      isDeclined: isOwedAfterDecline(payments),
      declineMessage: payments.declineMessage,
      refunded: payments.refunded,
      dueAt: payments.dueAt,
      settledAt: payments.settledAt,
      stripePaymentMethodId: payments.stripePaymentMethodId,
      isHeldByBank: isPaymentHeld,
      disputes: disputesOfPayment,
    },
    arrivedAt: shown(visits.arrivedAt),
    tip: { status: tip.status, amount: tip.amount, refunded: tip.refunded, disputes: disputesOf(tip.id) },
    photos: photosOf(visits.id),
  },
  // A list that is joined from the newest lets Postgres see that they are few; of an array of their ids it would read whole tables.
  sql`from (
      select * from ${visits}
      where ${and(isOfService, sql`${visits.day} < ${before}`, isBegun(visits), or(seesAll, isOfAsking(visits.workerProfileId)))}
      order by ${visits.day} desc ${ofPage}
    ) ${visits}
    left join ${charges} on ${charges.workId} = ${visits.id}
    left join ${payments} on ${payments.id} = ${charges.paymentId}
    join ${profiles} ${worker} on ${worker.id} = ${visits.workerProfileId}
    left join ${payments} ${tip} on ${tip.tipWorkId} = ${visits.id} and ${isStandingTip(tip)}`,
  sql`${visits.day} desc`,
);

const seesSkip = or(seesAll, isOfAsking(engagements.workerProfileId), isOfAsking(skip.workerProfileId));
const skipsWhere = (condition: SQL) =>
  sql`select skip.* from ${visits} cross join ${skipsOfVisits} where ${isOfService} and ${condition}`;
const skipped = listOf(
  {
    visitId: skip.visitId,
    date: skip.date,
    kind: skip.kind,
    skippedBy: skip.skippedBy,
    workerProfileId: skip.workerProfileId,
    reason: skip.reason,
  },
  sql`from (
    (${skipsWhere(sql`${visits.day} >= ${today} and ${skip.date} >= ${today}`)})
    union (${skipsWhere(sql`${skip.date} < ${before} and ${seesSkip}`)} order by ${skip.date} desc ${ofPage})
  ) skip`,
  sql`${skip.date} desc`,
);

const ofCustomers = sql`${engagements.customerProfileId} = any(${sql.placeholder('customerProfileIds')}::uuid[])`;
const isStaff = sql`${sql.placeholder('isStaff')}::boolean`;
const writer = alias(profiles, 'writer');
/** Workers read their own; what is for the office the customer does not read. */
const readNotes = listOf(
  {
    id: notes.id,
    date: notes.visitDay,
    text: notes.text,
    by: writer.displayName,
    at: shown(notes.createdAt),
    isToCustomer: notes.isToCustomer,
  },
  sql`from (
      select * from ${notes} where ${notes.engagementId} = ${engagements.id} and ${notes.visitDay} < ${before}
        and (${isStaff} or (${notes.isToCustomer} and ${ofCustomers})
          or ${notes.byProfileId} = any(${sql.placeholder('workerProfileIds')}::uuid[]))
      order by ${notes.visitDay} desc limit ${sql.raw(String(pageSize * mostNotesOfVisit))}
    ) ${notes} join ${profiles} ${writer} on ${writer.id} = ${notes.byProfileId}`,
  sql`${notes.createdAt}, ${notes.id}`,
);

/** The days off of the business on which it would have a visit. */
const daysOff = listOf(
  { day: holidays.day, name: holidays.name },
  sql`from ${visits} join ${holidays} on ${holidays.day} = ${visits.day} and ${isDayOff(holidays)}
      and ${holidays.workerProfileId} is null
    where ${visits.engagementId} = ${engagements.id} and ${visits.day} >= ${today} and ${visits.offBy} = 'holiday'`,
  sql`${holidays.day}`,
);

const ofCustomer = alias(engagements, 'of_customer');
const withPayment = sql`${charges} left join ${payments} on ${payments.id} = ${charges.paymentId}`;

const visitsOf = prepared('visits_of_engagement', (database) =>
  database
    .select({
      engagement: {
        status: engagements.status,
        customerProfileId: engagements.customerProfileId,
        workerProfileId: engagements.workerProfileId,
        baseCost: engagements.baseCost,
      },
      coming: visitsToCome(sql`${sql.placeholder('from')}::date`, upcomingVisits),
      daysOff,
      holds: holdsFrom(today),
      seesProposals: seesProposals(sql.placeholder('userId')),
      makesVisit: makesVisit(sql`${sql.placeholder('userId')}::uuid`, sql`${today}`),
      isUnderWay: sql<boolean>`${engagements.id} = any(${underWayOf(sql`maker.user_id = ${sql.placeholder('userId')}::uuid`, sql`${today}`)})`,
      gaveBack: gaveBack(sql`${engagements.id}`, sql`${sql.placeholder('userId')}::uuid`, yesterday),
      /** Even when new engagements cannot have it any more. */
      coupon: { term: coupons.term, amountOff: coupons.amountOff, percentOff: coupons.percentOff },
      visitsCharged: sql`(select count(*) from ${charges}
        where ${charges.engagementId} = ${engagements.id} and ${charges.kind} = 'visit')`.mapWith(Number),
      /** Charged, and neither paid nor written off. */
      openAmount: sql`(select coalesce(sum(${askedFor(charges)}), 0) from ${withPayment}
        where ${charges.engagementId} = ${engagements.id} and ${isOpenCharge(charges, payments)})`.mapWith(Number),
      /** The part of it that a bank has taken on. */
      onItsWay: sql`(select coalesce(sum(${askedFor(charges)}), 0) from ${withPayment}
        where ${charges.engagementId} = ${engagements.id} and ${isOpenCharge(charges, payments)}
          and ${isOnItsWay(payments)})`.mapWith(Number),
      isPausedUnpaid: sql<boolean>`${isPausedUnpaid(engagements)}`,
      blockedFor: blockOfService,
      /** The same that was given up, in all engagements of the customer. */
      givenUpAmount: sql`(select coalesce(sum(${askedFor(charges)}), 0)
        from ${engagements} ${sql.raw('of_customer')} inner join ${withPayment} on ${charges.engagementId} = ${ofCustomer.id}
        where ${ofCustomer.customerProfileId} = ${engagements.customerProfileId}
          and ${isOpenCharge(charges, payments)} and ${isGivenUpPayment(payments)})`.mapWith(Number),
      works: worksOnPage,
      skips: skipped,
      notes: readNotes,
    })
    .from(engagements)
    .leftJoin(coupons, eq(coupons.id, engagements.couponId))
    .where(eq(engagements.id, sql.placeholder('engagementId'))),
);

type Slice = {
  engagementId: string;
  today: Temporal.PlainDate;
  /** The first day on which somebody may come. */
  from: Temporal.PlainDate;
  /** Visits and past skips are read before this day. */
  before: Temporal.PlainDate;
};

/** Who asks: staff and the engagement's customer see the visits of all its workers, workers those of their own. */
type Asking = { userId: string; isStaff: boolean; customerProfileIds: string[]; workerProfileIds: string[] };

/** @returns an engagement with the newest of its visits and skips, and every skip from today on; newest first */
export async function selectVisits(database: Database, { engagementId, today, from, before }: Slice, asking: Asking) {
  const days = {
    today: today.toString(),
    from: from.toString(),
    before: before.toString(),
    yesterday: dayStart(today.toString(), -1),
  };
  const [found] = await visitsOf(database, { engagementId, timeZone: businessTimeZone, ...days, ...asking });
  return found;
}

export type FoundVisits = NonNullable<Awaited<ReturnType<typeof selectVisits>>>;
