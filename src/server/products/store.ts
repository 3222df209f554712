import { and, asc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { byName, isBehind, type Page, pageLimit, toPage } from '../database/name-order.ts';
import { products } from '../database/schema/catalog.ts';

export type ProductRow = typeof products.$inferSelect;
type ProductFields = Omit<typeof products.$inferInsert, 'id' | 'createdAt' | 'version'>;

/** @returns a page of the products by name, behind the product with that id */
export async function selectProducts(database: Queryable, after: string | undefined): Promise<Page<ProductRow>> {
  const rows = await database
    .select()
    .from(products)
    .where(isBehind(products, after))
    .orderBy(...byName(products))
    .limit(pageLimit);
  return toPage(rows);
}

/** @returns the lowest multiplier of all products, or undefined when there are none */
export async function selectLowestMultiplier(database: Queryable): Promise<number | undefined> {
  const [lowest] = await database
    .select({ multiplier: products.baseCostMultiplier })
    .from(products)
    .orderBy(asc(products.baseCostMultiplier))
    .limit(1);
  return lowest?.multiplier;
}

/** @returns the product, or undefined when there is none with this id */
export async function selectProduct(database: Queryable, productId: string): Promise<ProductRow | undefined> {
  const [product] = await database.select().from(products).where(eq(products.id, productId));
  return product;
}

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
 */
export async function updateProductRow(
  database: Queryable,
  productId: string,
  fields: ProductFields,
  version: number | undefined,
): Promise<ProductRow | undefined> {
  const [updated] = await database
    .update(products)
    .set({ ...fields, version: sql`${products.version} + 1` })
    .where(and(eq(products.id, productId), version === undefined ? undefined : eq(products.version, version)))
    .returning();
  return updated;
}
