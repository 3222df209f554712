import * as z from 'zod/mini';
import { billingCycles, pickable } from '#domain/enums.ts';
import { endpoint, only, signedIn } from './endpoint.ts';
import { defaultRequired, Id, longText, requiredText } from './fields.ts';

export const Product = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  billingCycle: z.enum(billingCycles),
  baseCostRetentionPeriod: z.int(),
  baseCostMultiplier: z.int(),
});
export type Product = z.infer<typeof Product>;

const yearInMinutes = 525_600;
const numberFrom = (minimum: number) =>
  z
    .int({ error: defaultRequired })
    .check(
      z.minimum(minimum, { error: `Please give a number from ${minimum} to ${yearInMinutes}.` }),
      z.maximum(yearInMinutes, { error: `Please give a number from ${minimum} to ${yearInMinutes}.` }),
    );

export const ProductForm = z.object({
  name: requiredText('Product name is required.'),
  description: longText('Product name is required.', 2000),
  billingCycle: z.enum(pickable(billingCycles), { error: defaultRequired }),
  /** Minutes for which an engagement's price is held. */
  baseCostRetentionPeriod: numberFrom(0),
  baseCostMultiplier: numberFrom(1),
});

const ofProduct = z.object({ productId: Id });
const oneProduct = z.object({ product: Product });

export const products = {
  listProducts: endpoint({
    method: 'GET',
    path: '/v1/products',
    summary: 'What the business offers.',
    access: signedIn(),
    response: z.object({ products: z.array(Product) }),
    provides: ['products'],
  }),
  createProduct: endpoint({
    method: 'POST',
    path: '/v1/products',
    summary: 'Adds a product.',
    access: only(['PROFILE_TYPE_EMPLOYEE']),
    body: ProductForm,
    response: oneProduct,
    invalidates: ['products'],
  }),
  getProduct: endpoint({
    method: 'GET',
    path: '/v1/products/{productId}',
    summary: 'One product.',
    access: signedIn(),
    params: ofProduct,
    response: oneProduct,
    provides: ['products'],
  }),
  updateProduct: endpoint({
    method: 'PUT',
    path: '/v1/products/{productId}',
    summary: 'Changes a product; what was agreed with customers stays.',
    access: only(['PROFILE_TYPE_EMPLOYEE']),
    params: ofProduct,
    body: ProductForm,
    response: oneProduct,
    invalidates: ['products'],
  }),
};
