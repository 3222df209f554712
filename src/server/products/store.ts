import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { products } from '../database/schema/catalog.ts';

export type ProductRow = typeof products.$inferSelect;
type ProductFields = Omit<typeof products.$inferInsert, 'id' | 'createdAt'>;

/** @returns all products, sorted by name */
export async function selectProducts(database: Queryable): Promise<ProductRow[]> {
  return await database
    .select()
    .from(products)
    .orderBy(asc(sql`lower(${products.name})`), asc(products.id));
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

/** @returns the changed product, or undefined when there is none with this id */
export async function updateProductRow(
  database: Queryable,
  productId: string,
  fields: ProductFields,
): Promise<ProductRow | undefined> {
  const [updated] = await database.update(products).set(fields).where(eq(products.id, productId)).returning();
  return updated;
}
