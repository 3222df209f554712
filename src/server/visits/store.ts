import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Discount } from '#domain/coupon-discount.ts';
import type { Queryable } from '../database/connection.ts';
import { coupons } from '../database/schema/catalog.ts';
import { works } from '../database/schema/engagements.ts';

export type WorkRow = typeof works.$inferSelect;

/**
 * @param workerProfileIds whose visits; 'any' for the customer and staff
 * @returns the visits of an engagement that were started, newest first
 */
export async function selectWorks(
  database: Queryable,
  engagementId: string,
  workerProfileIds: string[] | 'any',
): Promise<WorkRow[]> {
  return await database
    .select()
    .from(works)
    .where(
      and(
        eq(works.engagementId, engagementId),
        workerProfileIds === 'any' ? undefined : inArray(works.workerProfileId, workerProfileIds),
      ),
    )
    .orderBy(desc(works.date));
}

/** @returns whether an engagement has a visit on a date that was started, whoever by */
export async function hasWorkOn(database: Queryable, engagementId: string, date: Temporal.PlainDate): Promise<boolean> {
  const [work] = await database
    .select({ id: works.id })
    .from(works)
    .where(and(eq(works.engagementId, engagementId), eq(works.date, date)));
  return work !== undefined;
}

/** @returns what a coupon takes off, also one that is no longer handed out */
export async function selectCoupon(database: Queryable, couponId: string): Promise<Discount | undefined> {
  const [coupon] = await database
    .select({ term: coupons.term, amountOff: coupons.amountOff, percentOff: coupons.percentOff })
    .from(coupons)
    .where(eq(coupons.id, couponId));
  return coupon;
}
