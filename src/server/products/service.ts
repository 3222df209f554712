import type * as z from 'zod/mini';
import type { Product, ProductForm, products } from '#contract/products.ts';
import { businessDay, type CalendarDay, calendarDay } from '#domain/calendar.ts';
import type { YardSize } from '#domain/enums.ts';
import { numberLabel } from '#domain/labels.ts';
import { type BaseRates, highestMultiplier, largestPayment, visitPrice } from '#domain/pricing.ts';
import { firstDayToBegin } from '#domain/visit-class.ts';
import { differing, record } from '../changes/record.ts';
import { violatesUnique } from '../database/connection.ts';
import { type Caller, holds } from '../http/access.ts';
import { changedMeanwhile, invalid, notFound, taken } from '../http/errors.ts';
import type { World } from '../world.ts';
import {
  insertProduct,
  lockProduct,
  type ProductRow,
  selectCheapest,
  selectProduct,
  selectProducts,
  updateProductRow,
} from './store.ts';

/**
 * @param query which products; who is not staff gets what is offered
 * @returns what the business offers, sorted by name, the price of a visit at multiplier 1, and the first day on which it
 * may start
 */
export async function listProducts(
  world: World,
  caller: Caller,
  { list = 'offered' }: z.output<typeof products.listProducts.query> = {},
): Promise<{ products: Product[]; baseRates: BaseRates; today: CalendarDay; firstVisitDay: CalendarDay }> {
  const isAll = list !== 'offered' && holds(caller, 'PROFILE_TYPE_EMPLOYEE');
  const which = isAll ? list : { upTo: highestMultiplier(baseRates(world)) };
  const rows = await selectProducts(world.database, which);
  const now = world.clock.now();
  return {
    products: rows.map(toProduct),
    baseRates: baseRates(world),
    today: calendarDay(businessDay(now)),
    firstVisitDay: calendarDay(firstDayToBegin(now)),
  };
}

/** @returns what a visit costs at the rates of the day, integer cents by yard size: the cheapest products first, some */
export async function visitPrices(world: World): Promise<{ name: string; standard: number; large: number }[]> {
  const rates = baseRates(world);
  return (await selectCheapest(world.database, highestMultiplier(rates))).map(({ name, baseCostMultiplier }) => ({
    name,
    standard: visitPrice(rates, 'YARD_SIZE_STANDARD', baseCostMultiplier),
    large: visitPrice(rates, 'YARD_SIZE_LARGE', baseCostMultiplier),
  }));
}

/** @returns the price of a visit at today's rates, integer cents; undefined when it is more than can be paid */
export function priceNow(
  world: World,
  product: { baseCostMultiplier: number },
  yardSize: YardSize,
): number | undefined {
  const price = visitPrice(baseRates(world), yardSize, product.baseCostMultiplier);
  return price > largestPayment ? undefined : price;
}

/** The rates of the day. */
export function baseRates({ settings }: Pick<World, 'settings'>): BaseRates {
  const { standardRate: standard, largeRate: large } = settings.now();
  return { standard, large };
}

function requirePayable(world: World, { baseCostMultiplier }: z.output<typeof ProductForm>): void {
  const highest = highestMultiplier(baseRates(world));
  if (baseCostMultiplier <= highest) return;
  const message = `Please give at most ${numberLabel(highest)}: with more, a visit costs more than one payment can be.`;
  throw invalid('body.baseCostMultiplier', message);
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

/**
 * Adds a product that customers may ask for from now on.
 * @param caller nobody for one that the business begins with
 * @throws ApiError ALREADY_EXISTS when a product in use has this name, without regard to case; INVALID_INPUT when its
 * dearest visit costs more than one payment can be
 */
export async function createProduct(
  world: World,
  form: z.output<typeof ProductForm>,
  caller?: Caller,
): Promise<Product> {
  requirePayable(world, form);
  return await world.database.transaction(async (transaction) => {
    const product = await insertProduct(transaction, { ...form, createdAt: world.clock.now() }).catch(refuseTakenName);
    const fields = differing(undefined, form);
    await record(world, transaction, {
      kind: 'product-created',
      by: caller?.userId ?? null,
      subjectId: product.id,
      fields,
    });
    return toProduct(product);
  });
}

/**
 * Offers a product no more, or again. Engagements and open proposals that have it keep it.
 * @throws ApiError NOT_FOUND; ALREADY_EXISTS when it would come back beside one with its name
 */
export async function setArchived(
  world: World,
  caller: Caller,
  productId: string,
  isArchived: boolean,
): Promise<Product> {
  return await world.database.transaction(async (transaction) => {
    const product = await lockProduct(transaction, productId);
    if (!product) throw notFound('Product');
    if ((product.archivedAt !== null) === isArchived) return toProduct(product);
    const archivedAt = isArchived ? world.clock.now() : null;
    const changed = await updateProductRow(transaction, productId, { archivedAt }).catch(refuseTakenName);
    if (!changed) throw notFound('Product');
    const kind = isArchived ? 'product-archived' : 'product-restored';
    await record(world, transaction, { kind, by: caller.userId, subjectId: productId });
    return toProduct(changed);
  });
}

function refuseTakenName(error: unknown): never {
  if (!violatesUnique(error, 'products_name_key')) throw error;
  throw taken('body.name', 'There is a product with this name already.');
}

/**
 * Changes a product. Engagements keep the price and billing cycle that were agreed.
 * @throws ApiError NOT_FOUND; ALREADY_EXISTS when another one in use has this name; CONFLICT when it is not the version any
 * more that the change was made on; INVALID_INPUT when its dearest visit would cost more than one payment can be
 */
export async function updateProduct(
  world: World,
  caller: Caller,
  productId: string,
  { version, ...form }: z.output<typeof products.updateProduct.body>,
): Promise<Product> {
  requirePayable(world, form);
  return await world.database.transaction(async (transaction) => {
    const before = await lockProduct(transaction, productId);
    if (!before) throw notFound('Product');
    const product = await updateProductRow(transaction, productId, form, version).catch(refuseTakenName);
    if (!product) throw changedMeanwhile('product');
    const fields = differing(before, form);
    const change = { kind: 'product-changed', by: caller.userId, subjectId: productId, fields } as const;
    if (fields.length > 0) await record(world, transaction, change);
    return toProduct(product);
  });
}

/** @returns the product as the contract has it */
export function toProduct({ archivedAt, ...product }: Omit<ProductRow, 'createdAt'>): Product {
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    billingCycle: product.billingCycle,
    baseCostRetentionPeriod: product.baseCostRetentionPeriod,
    baseCostMultiplier: product.baseCostMultiplier,
    isArchived: archivedAt !== null,
    version: product.version,
  };
}
