import type * as z from 'zod/mini';
import type { Product, ProductForm, products } from '#contract/products.ts';
import { businessDay, type CalendarDay, calendarDay } from '#domain/calendar.ts';
import { type BaseRates, visitPrice } from '#domain/pricing.ts';
import { changedMeanwhile, notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import {
  insertProduct,
  type ProductRow,
  selectLowestMultiplier,
  selectProduct,
  selectProducts,
  updateProductRow,
} from './store.ts';

/**
 * @param after the id of the last product of the page before
 * @returns a page of what the business offers, sorted by name, the price of a visit at multiplier 1, and the first day
 * on which it may start
 * @throws ApiError NOT_FOUND when there is no product `after`
 */
export async function listProducts(
  world: World,
  after?: string,
): Promise<{ products: Product[]; next: string | null; baseRates: BaseRates; today: CalendarDay }> {
  const { rows, next } = await selectProducts(world.database, after);
  if (after !== undefined && rows.length === 0) await getProduct(world, after);
  const today = calendarDay(businessDay(world.clock.now()));
  return { products: rows.map(toProduct), next, baseRates: baseRates(world), today };
}

/** @returns the lowest price of a visit, integer cents, or null while nothing is offered */
export async function lowestPrice(world: World): Promise<number | null> {
  const multiplier = await selectLowestMultiplier(world.database);
  return multiplier === undefined ? null : visitPrice(baseRates(world), 'YARD_SIZE_STANDARD', multiplier);
}

const baseRates = ({ config }: World): BaseRates => ({
  standard: config.BASE_RATE_STANDARD,
  large: config.BASE_RATE_LARGE,
});

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
 * @throws ApiError NOT_FOUND; CONFLICT when it is not the version any more that the change was made on
 */
export async function updateProduct(
  world: World,
  productId: string,
  { version, ...form }: z.output<typeof products.updateProduct.body>,
): Promise<Product> {
  const product = await updateProductRow(world.database, productId, form, version);
  if (product) return toProduct(product);
  await getProduct(world, productId);
  throw changedMeanwhile('product');
}

/** @returns the product as the contract has it */
export function toProduct({ createdAt: _, ...product }: ProductRow): Product {
  return product;
}
