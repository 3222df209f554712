import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../database/connection.ts';
import { byName } from '../database/name-order.ts';
import { prepared } from '../database/prepared.ts';
import { products } from '../database/schema/catalog.ts';

export type ProductRow = typeof products.$inferSelect;
type ProductFields = Omit<typeof products.$inferInsert, 'id' | 'createdAt' | 'version' | 'archivedAt'>;

/** Which products: those that may be asked for up to a multiplier, all that are in use, or those archived. */
export type Which = { upTo: number } | 'in-use' | 'archived';

const inUse = isNull(products.archivedAt);

const offered = prepared('products_offered', (database) =>
  database
    .select()
    .from(products)
    .where(and(inUse, lte(products.baseCostMultiplier, sql.placeholder('upTo'))))
    .orderBy(...byName(products)),
);

/** @returns the products by name */
export async function selectProducts(database: Database, which: Which): Promise<ProductRow[]> {
  if (typeof which === 'object') return await offered(database, which);
  return await database
    .select()
    .from(products)
    .where(which === 'archived' ? isNotNull(products.archivedAt) : inUse)
    .orderBy(...byName(products));
}

/** @returns the twelve cheapest products that are offered, the cheapest first: as many as a visitor compares */
export async function selectCheapest(database: Queryable, upTo: number): Promise<ProductRow[]> {
  return await database
    .select()
    .from(products)
    .where(and(inUse, lte(products.baseCostMultiplier, upTo)))
    .orderBy(asc(products.baseCostMultiplier), ...byName(products))
    .limit(12);
}

const oneProduct = prepared('product', (database) =>
  database
    .select()
    .from(products)
    .where(eq(products.id, sql.placeholder('productId'))),
);

/** @returns the product, or undefined when there is none with this id */
export async function selectProduct(database: Queryable, productId: string): Promise<ProductRow | undefined> {
  const [product] = await oneProduct(database, { productId });
  return product;
}

/** Locks a product until the transaction ends. @returns undefined when there is none with this id */
export async function lockProduct(transaction: Transaction, productId: string): Promise<ProductRow | undefined> {
  const [product] = await transaction.select().from(products).where(eq(products.id, productId)).for('no key update');
  return product;
}

/** @throws when a product in use has this name, a violation of `products_name_key` */
export async function insertProduct(
  database: Queryable,
  product: ProductFields & { createdAt: Temporal.Instant },
): Promise<ProductRow> {
  const [inserted] = await database.insert(products).values(product).returning();
  if (!inserted) throw new Error('The product was not inserted');
  return inserted;
}

/**
 * @param version the one that the change was made on; without one it is made on any
 * @returns the changed product, or undefined when there is none with this id and version
 * @throws when another product in use has this name, a violation of `products_name_key`
 */
export async function updateProductRow(
  database: Queryable,
  productId: string,
  fields: ProductFields | { archivedAt: Temporal.Instant | null },
  version?: number,
): Promise<ProductRow | undefined> {
  const [updated] = await database
    .update(products)
    .set({ ...fields, version: sql`${products.version} + 1` })
    .where(and(eq(products.id, productId), version === undefined ? undefined : eq(products.version, version)))
    .returning();
  return updated;
}
