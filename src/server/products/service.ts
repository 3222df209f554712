import type * as z from 'zod/mini';
import type { Product, ProductForm } from '#contract/products.ts';
import { visitPrice } from '#domain/pricing.ts';
import { notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import {
  insertProduct,
  type ProductRow,
  selectLowestMultiplier,
  selectProduct,
  selectProducts,
  updateProductRow,
} from './store.ts';

/** @returns what the business offers, sorted by name */
export async function listProducts(world: World): Promise<Product[]> {
  return (await selectProducts(world.database)).map(toProduct);
}

/** @returns the lowest price of a visit, integer cents, or null while nothing is offered */
export async function lowestPrice({ database, config }: World): Promise<number | null> {
  const multiplier = await selectLowestMultiplier(database);
  const rates = { standard: config.BASE_RATE_STANDARD, large: config.BASE_RATE_LARGE };
  return multiplier === undefined ? null : visitPrice(rates, 'YARD_SIZE_STANDARD', multiplier);
}

/** @throws ApiError NOT_FOUND */
export async function getProduct(world: World, productId: string): Promise<Product> {
  const product = await findProduct(world, productId);
  if (!product) throw notFound('Product');
  return product;
}

/** @returns the product, or undefined when there is none with this id */
export async function findProduct(world: World, productId: string): Promise<Product | undefined> {
  const product = await selectProduct(world.database, productId);
  return product && toProduct(product);
}

/** Adds a product that customers may ask for from now on. */
export async function createProduct(world: World, form: z.output<typeof ProductForm>): Promise<Product> {
  return toProduct(await insertProduct(world.database, { ...form, createdAt: world.clock.now() }));
}

/**
 * Changes a product. Engagements keep the price and billing cycle that were agreed.
 * @throws ApiError NOT_FOUND
 */
export async function updateProduct(
  world: World,
  productId: string,
  form: z.output<typeof ProductForm>,
): Promise<Product> {
  const product = await updateProductRow(world.database, productId, form);
  if (!product) throw notFound('Product');
  return toProduct(product);
}

/** @returns the product as the contract has it */
export function toProduct({ createdAt: _, ...product }: ProductRow): Product {
  return product;
}
