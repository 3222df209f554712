import * as z from 'zod/mini';
import { billingCycles, pickable } from '#domain/enums.ts';
import { endpoint, only, signedIn } from './endpoint.ts';
import { CalendarDay, defaultRequired, Id, longText, requiredText, versionField } from './fields.ts';

export const Product = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  billingCycle: z.enum(billingCycles),
  /** How long an engagement's price is held, in minutes. */
  baseCostRetentionPeriod: z.int(),
  baseCostMultiplier: z.int(),
  /** Whether it is no longer offered; engagements that have it keep it. */
  isArchived: z.boolean(),
  /** Goes up with every change. */
  version: z.int(),
});
export type Product = z.infer<typeof Product>;

const yearInMinutes = 525_600;
const numberFrom = (minimum: number) => {
  const range = `Please give a whole number from ${minimum} to ${yearInMinutes}.`;
  return z
    .int({ error: ({ input }) => (typeof input === 'number' ? range : defaultRequired) })
    .check(z.minimum(minimum, { error: range }), z.maximum(yearInMinutes, { error: range }));
};

export const ProductForm = z.object({
  name: requiredText('Product name is required.'),
  // The description gives the same message for both.
  description: longText('Product name is required.', 2000),
  billingCycle: z.enum(pickable(billingCycles), { error: defaultRequired }),
  baseCostRetentionPeriod: numberFrom(0),
  baseCostMultiplier: numberFrom(1),
});

/** `offered`: what customers may ask for; the others are for staff. */
export const productLists = ['offered', 'in-use', 'archived'] as const;

const oneProduct = z.object({ product: Product });
const cataloguers = only(['PROFILE_TYPE_EMPLOYEE'], { right: 'catalogue' });

export const products = {
  listProducts: endpoint({
    method: 'GET',
    path: '/v1/products',
    summary:
      'The offered products by name; for staff also those that are too dear to be offered, or the archived ones.',
    access: signedIn(),
    query: z.object({ list: z.optional(z.enum(productLists)) }),
    response: z.object({
      products: z.array(Product),
      /** The price of a visit for multiplier 1 by yard size, integer cents. */
      baseRates: z.object({ standard: z.int(), large: z.int() }),
      /** The business's today, the first possible start day. */
      today: CalendarDay,
      /** The first day on which a service that a worker takes now can have a visit: late in the day it is tomorrow. */
      firstVisitDay: CalendarDay,
    }),
    provides: ['products'],
  }),
  createProduct: endpoint({
    method: 'POST',
    path: '/v1/products',
    summary: 'Adds a product.',
    access: cataloguers,
    body: ProductForm,
    response: oneProduct,
    invalidates: ['products'],
  }),
  getProduct: endpoint({
    method: 'GET',
    path: '/v1/products/{productId}',
    summary: 'One product.',
    access: signedIn(),
    response: oneProduct,
    provides: ['products'],
  }),
  archiveProduct: endpoint({
    method: 'POST',
    path: '/v1/products/{productId}/archive',
    summary: 'Stops offering a product; engagements that have it keep it.',
    access: cataloguers,
    response: oneProduct,
    invalidates: ['products'],
  }),
  restoreProduct: endpoint({
    method: 'POST',
    path: '/v1/products/{productId}/restore',
    summary: 'Offers an archived product again.',
    access: cataloguers,
    response: oneProduct,
    invalidates: ['products'],
  }),
  updateProduct: endpoint({
    method: 'PUT',
    path: '/v1/products/{productId}',
    summary: 'Changes a product; existing agreements with customers stay.',
    access: cataloguers,
    /** The update is refused when `version` is not the newest. */
    body: z.extend(ProductForm, { version: z.optional(versionField) }),
    response: oneProduct,
    invalidates: ['products'],
  }),
};
