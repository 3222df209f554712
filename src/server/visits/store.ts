import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Discount } from '#domain/coupon-discount.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { oncePerDatabase } from '../database/prepared.ts';
import { charges, payments } from '../database/schema/billing.ts';
import { coupons } from '../database/schema/catalog.ts';
import { engagements, skips, works } from '../database/schema/engagements.ts';
import { isOpenCharge } from '../database/schema/states.ts';

type WorkRow = typeof works.$inferSelect;
type SkipRow = typeof skips.$inferSelect;

/** The newest rows of an engagement before a day, at most `limit`. */
type Slice = { engagementId: string; before: Temporal.PlainDate; limit: number };

/**
 * @param workerProfileIds the workers whose visits are read; 'any' for the customer and staff
 * @returns the visits that were started, newest first
 */
export async function selectWorks(
  database: Queryable,
  { engagementId, before, limit }: Slice,
  workerProfileIds: string[] | 'any',
): Promise<WorkRow[]> {
  return await database
    .select()
    .from(works)
    .where(
      and(
        eq(works.engagementId, engagementId),
        lt(works.date, before),
        workerProfileIds === 'any' ? undefined : inArray(works.workerProfileId, workerProfileIds),
      ),
    )
    .orderBy(desc(works.date))
    .limit(limit);
}

/** @returns the skips of the slice, and all skips from `today` on; newest first */
export async function selectSkips(
  database: Queryable,
  { engagementId, before, limit }: Slice,
  today: Temporal.PlainDate,
): Promise<SkipRow[]> {
  const skipsWhere = (when: SQL) =>
    database
      .select()
      .from(skips)
      .where(and(eq(skips.engagementId, engagementId), when));
  return await union(
    skipsWhere(gte(skips.date, today)),
    skipsWhere(lt(skips.date, before)).orderBy(desc(skips.date)).limit(limit),
  ).orderBy(desc(skips.date));
}

const summaryQuery = oncePerDatabase((database) =>
  database
    .select({
      coupon: { term: coupons.term, amountOff: coupons.amountOff, percentOff: coupons.percentOff },
      visitsCharged: sql`count(*) filter (where ${charges.kind} = 'visit')`.mapWith(Number),
      openAmount: sql`coalesce(sum(${charges.amount}) filter (where ${isOpenCharge(charges, payments)}), 0)`.mapWith(
        Number,
      ),
      isStartedToday: sql<boolean>`exists (
        select 1 from ${works}
        where ${works.engagementId} = ${sql.placeholder('engagementId')} and ${works.date} = ${sql.placeholder('today')}
      )`,
    })
    .from(engagements)
    .leftJoin(coupons, eq(coupons.id, engagements.couponId))
    .leftJoin(charges, eq(charges.engagementId, engagements.id))
    .leftJoin(payments, eq(payments.id, charges.paymentId))
    .where(eq(engagements.id, sql.placeholder('engagementId')))
    .groupBy(coupons.id)
    .prepare('summary_of_visits'),
);

/** About all visits of an engagement, on whatever page; amounts in integer cents. */
export type VisitSummary = {
  /** The engagement's coupon, even when new engagements cannot have it any more. */
  coupon: Discount | null;
  visitsCharged: number;
  /** Charged, and neither paid nor written off. */
  openAmount: number;
  /** Whether any worker has started today's visit. */
  isStartedToday: boolean;
};

export async function selectSummary(
  database: Database,
  engagementId: string,
  today: Temporal.PlainDate,
): Promise<VisitSummary> {
  const [found] = await summaryQuery(database).execute({ engagementId, today: today.toString() });
  if (!found) throw new Error(`There is no engagement ${engagementId}`);
  return found;
}
