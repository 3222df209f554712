import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isAgreed } from './schema/states.ts';
import { plans } from './schema/visits.ts';

/** A version that a customer wants, in the statements that read it: `isOpenWish` says whether it waits for an answer. */
export const wish = alias(plans, 'wish');

/**
 * All versions of plans that count, or have counted: what is wanted alone counts for nothing. Statements read plans from here, and
 * nowhere else, unless they ask for wishes.
 * @param name what the statement calls them
 */
export const agreedPlans = (name = 'plans') =>
  sql`(select *, xmin from ${plans} where ${isAgreed(plans)}) ${sql.raw(name)}`;
