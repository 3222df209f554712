import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { activeEngagementStatuses } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { coupons, products } from '../database/schema/catalog.ts';
import { engagements, scheduleTemplates } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';

export type CouponRow = typeof coupons.$inferSelect;
type NewEngagementRow = Omit<typeof engagements.$inferInsert, 'id'>;
type NewTemplateRow = Omit<typeof scheduleTemplates.$inferInsert, 'id' | 'engagementId'>;
export type EngagementFields = Partial<
  Pick<
    NewEngagementRow,
    | 'serviceAddressId'
    | 'billingAddressId'
    | 'stripePaymentMethodId'
    | 'yardSize'
    | 'baseCost'
    | 'billingCycle'
    | 'status'
    | 'workerProfileId'
  >
>;

/** @returns the new engagement's id */
export async function insertEngagement(
  transaction: Transaction,
  engagement: NewEngagementRow,
  template: NewTemplateRow,
): Promise<string> {
  const [inserted] = await transaction.insert(engagements).values(engagement).returning({ id: engagements.id });
  if (!inserted) throw new Error('The engagement was not inserted');
  await transaction.insert(scheduleTemplates).values({ ...template, engagementId: inserted.id });
  return inserted.id;
}

/**
 * Changes an engagement if it still is what the caller saw.
 * @returns whether it was
 */
export async function updateEngagementRow(
  database: Queryable,
  expected: { id: string; status: EngagementStatus; workerProfileId: string | null },
  fields: EngagementFields,
): Promise<boolean> {
  const updated = await database
    .update(engagements)
    .set(fields)
    .where(
      and(
        eq(engagements.id, expected.id),
        eq(engagements.status, expected.status),
        expected.workerProfileId === null
          ? isNull(engagements.workerProfileId)
          : eq(engagements.workerProfileId, expected.workerProfileId),
      ),
    )
    .returning({ id: engagements.id });
  return updated.length > 0;
}

/** Pauses an engagement in which visits are due; any other stays as it is. */
export async function pauseActiveEngagement(transaction: Transaction, engagementId: string): Promise<void> {
  await transaction
    .update(engagements)
    .set({ status: 'ENGAGEMENT_STATUS_PAUSED' })
    .where(and(eq(engagements.id, engagementId), inArray(engagements.status, [...activeEngagementStatuses])));
}

/** @returns an engagement's row, locked until the transaction ends, with its product as it is now */
export async function lockWithProduct(transaction: Transaction, engagementId: string) {
  const [row] = await transaction
    .select({ engagement: engagements, product: products })
    .from(engagements)
    .innerJoin(products, eq(products.id, engagements.productId))
    .where(eq(engagements.id, engagementId))
    .for('no key update', { of: engagements });
  return row;
}

/**
 * Makes an open proposal a worker's.
 * @returns whether it was open still
 */
export async function claimProposal(
  transaction: Transaction,
  engagementId: string,
  fields: Required<Pick<EngagementFields, 'workerProfileId' | 'baseCost' | 'billingCycle'>>,
): Promise<boolean> {
  const claimed = await transaction
    .update(engagements)
    .set({ ...fields, status: 'ENGAGEMENT_STATUS_ACCEPTED' })
    .where(and(eq(engagements.id, engagementId), eq(engagements.status, 'ENGAGEMENT_STATUS_PROPOSED')))
    .returning({ id: engagements.id });
  return claimed.length > 0;
}

const customer = alias(profiles, 'customer');
const worker = alias(profiles, 'worker');

/**
 * @param workerProfileId whom the letter speaks of; the engagement's worker unless given
 * @returns whom a letter about an engagement goes to, and what it speaks of
 */
export async function selectParties(database: Queryable, engagementId: string, workerProfileId?: string) {
  const [parties] = await database
    .select({
      customer: {
        profileId: customer.id,
        firstName: customer.firstName,
        email: customer.email,
        phone: customer.phone,
        notificationPreference: customer.notificationPreference,
      },
      workerName: worker.displayName,
      productName: products.name,
      street: addresses.streetAddress1,
    })
    .from(engagements)
    .innerJoin(products, eq(products.id, engagements.productId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .innerJoin(customer, eq(customer.id, engagements.customerProfileId))
    .leftJoin(worker, eq(worker.id, workerProfileId ?? engagements.workerProfileId))
    .where(eq(engagements.id, engagementId));
  return parties;
}

/** @returns those of the addresses that are the profile's and in use */
export async function selectOwnAddressIds(database: Queryable, profileId: string, ids: string[]): Promise<string[]> {
  const own = await database
    .select({ id: addresses.id })
    .from(addresses)
    .where(and(eq(addresses.profileId, profileId), isNull(addresses.archivedAt), inArray(addresses.id, ids)));
  return own.map((row) => row.id);
}

/** @returns the user who has a profile */
export async function selectProfileUserId(database: Queryable, profileId: string): Promise<string | undefined> {
  const [profile] = await database.select({ userId: profiles.userId }).from(profiles).where(eq(profiles.id, profileId));
  return profile?.userId;
}

/** @returns the coupon in use that has this name, without regard to case */
export async function selectCouponByName(database: Queryable, name: string): Promise<CouponRow | undefined> {
  const [coupon] = await database
    .select()
    .from(coupons)
    .where(and(eq(sql`lower(${coupons.name})`, name.toLowerCase()), isNull(coupons.deletedAt)));
  return coupon;
}

/**
 * Uses a coupon once.
 * @returns whether a redemption was left
 */
export async function redeemCoupon(transaction: Transaction, couponId: string): Promise<boolean> {
  const redeemed = await transaction
    .update(coupons)
    .set({ redemptions: sql`${coupons.redemptions} + 1` })
    .where(and(eq(coupons.id, couponId), isNull(coupons.deletedAt), lt(coupons.redemptions, coupons.maxRedemptions)))
    .returning({ id: coupons.id });
  return redeemed.length > 0;
}
