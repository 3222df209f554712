import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { type BillingCycle, billingCycles, type Term, terms } from '#domain/enums.ts';
import { id, instant, oneOf, version } from './columns.ts';

export const products = pgTable(
  'products',
  {
    id: id(),
    name: text().notNull(),
    description: text().notNull(),
    billingCycle: text().$type<BillingCycle>().notNull(),
    /** Minutes. */
    baseCostRetentionPeriod: integer().notNull(),
    baseCostMultiplier: integer().notNull(),
    version: version(),
    createdAt: instant().notNull(),
    /** Since when it is not offered any more. */
    archivedAt: instant(),
  },
  (table) => [
    uniqueIndex('products_name_key').on(sql`lower(${table.name})`).where(sql`${table.archivedAt} is null`),
    oneOf('products_billing_cycle', table.billingCycle, billingCycles),
    check('products_retention', sql`${table.baseCostRetentionPeriod} between 0 and 525600`),
    check('products_multiplier', sql`${table.baseCostMultiplier} between 1 and 525600`),
  ],
);

export const coupons = pgTable(
  'coupons',
  {
    id: id(),
    name: text().notNull(),
    term: text().$type<Term>().notNull(),
    maxRedemptions: integer().notNull(),
    redemptions: integer().notNull().default(0),
    /** Whether each customer may use it for one engagement only. */
    oncePerCustomer: boolean().notNull().default(true),
    /** Integer cents. */
    amountOff: integer(),
    percentOff: integer(),
    version: version(),
    createdAt: instant().notNull(),
    deletedAt: instant(),
  },
  (table) => [
    uniqueIndex('coupons_name_key').on(sql`lower(${table.name})`).where(sql`${table.deletedAt} is null`),
    oneOf('coupons_term', table.term, terms),
    check('coupons_redemptions', sql`${table.redemptions} between 0 and ${table.maxRedemptions}`),
    check('coupons_one_discount', sql`num_nonnulls(${table.amountOff}, ${table.percentOff}) = 1`),
    check('coupons_amount', sql`${table.amountOff} > 0`),
    check('coupons_percent', sql`${table.percentOff} between 1 and 100`),
  ],
);
