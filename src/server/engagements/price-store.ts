import { and, eq, lt, sql } from 'drizzle-orm';
import type { YardSize } from '#domain/enums.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { products } from '../database/schema/catalog.ts';
import { engagements } from '../database/schema/engagements.ts';
import { awaitsAgreement, isFirstProposal, isProposal } from '../database/schema/states.ts';

/**
 * @param engagementId the only proposal in question; all unless given
 * @returns which products and yard sizes there are among the first proposals whose price is held no longer
 */
export async function selectUnheldProducts(
  database: Queryable,
  now: Temporal.Instant,
  engagementId: string | undefined,
) {
  return await database
    .selectDistinct({
      productId: products.id,
      multiplier: products.baseCostMultiplier,
      yardSize: engagements.yardSize,
    })
    .from(engagements)
    .innerJoin(products, eq(products.id, engagements.productId))
    .where(and(isFirstProposal(engagements), lt(engagements.baseCostHeldUntil, now), isAsked(engagementId)));
}

const isAsked = (engagementId: string | undefined) => (engagementId ? eq(engagements.id, engagementId) : undefined);

/**
 * Writes the prices of the day to the first proposals whose price is held no longer, and which have another one.
 * @returns those that were changed, as they are now
 */
export async function writeUnheldPrices(
  transaction: Transaction,
  now: Temporal.Instant,
  prices: readonly { productId: string; yardSize: YardSize; multiplier: number; price: number }[],
  { limit, engagementId }: { limit: number; engagementId: string | undefined },
) {
  const due = sql`(
    select due.id, today.price, today.multiplier from ${engagements} due
    inner join jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as today ("productId" uuid, "yardSize" text, multiplier integer, price integer)
      on today."productId" = due.product_id and today."yardSize" = due.yard_size
    where ${isFirstProposal({ status: sql`due.status`, activeSince: sql`due.active_since` })}
      and due.base_cost_held_until < ${now.toString()}::timestamptz and due.base_cost <> today.price
      and ${engagementId ? sql`due.id = ${engagementId}` : sql`true`}
    order by due.id limit ${limit}
    for no key update of due skip locked
  ) due`;
  return await transaction
    .update(engagements)
    .set({
      baseCost: sql`due.price`,
      priceMultiplier: sql`due.multiplier`,
      version: sql`${engagements.version} + 1`,
    })
    .from(due)
    .where(sql`${engagements.id} = due.id`)
    .returning({
      id: engagements.id,
      version: engagements.version,
      baseCost: engagements.baseCost,
      agreedBaseCost: engagements.agreedBaseCost,
    });
}

/**
 * Makes a proposal's price the agreed one, if it still is this one and waits for that.
 * @returns whether it was
 */
export async function agreeToProposal(
  database: Queryable,
  engagementId: string,
  baseCost: number,
  baseCostHeldUntil: Temporal.Instant,
): Promise<boolean> {
  const agreed = await database
    .update(engagements)
    .set({ agreedBaseCost: baseCost, baseCostHeldUntil, version: sql`${engagements.version} + 1` })
    .where(
      and(
        eq(engagements.id, engagementId),
        isProposal(engagements),
        eq(engagements.baseCost, baseCost),
        awaitsAgreement(engagements),
      ),
    )
    .returning({ id: engagements.id });
  return agreed.length > 0;
}
