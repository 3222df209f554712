import { eq, sql } from 'drizzle-orm';
import type { Transaction } from './connection.ts';
import { users } from './schema/accounts.ts';
import { products } from './schema/catalog.ts';
import { engagements } from './schema/engagements.ts';
import { orders } from './schema/orders.ts';
import { addresses, profiles } from './schema/profiles.ts';

const tables = { users, profiles, addresses, products, engagements, orders };

/**
 * Says whether an id that a browser made up is that of something of another kind: addresses of pages, history and messages name
 * things by their ids alone.
 * Until the transaction ends, others who bring the same id wait, so that of several at once one gets it.
 * @param kind of what is to get the id
 */
export async function isIdOfAnother(transaction: Transaction, id: string, kind: keyof typeof tables): Promise<boolean> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`);
  const others = Object.entries(tables).filter(([name]) => name !== kind);
  const [first, ...rest] = others.map(([, table]) =>
    transaction.select({ id: table.id }).from(table).where(eq(table.id, id)),
  );
  if (!first) return false;
  const found = await rest.reduce<typeof first>((all, one) => all.unionAll(one) as typeof first, first);
  return found.length > 0;
}
