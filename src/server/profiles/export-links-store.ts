import { and, eq, gt, lte } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { dataExports } from '../database/schema/data-exports.ts';

/** Keeps the address of an export, and forgets those that have expired. */
export async function insertExport(
  transaction: Transaction,
  row: { tokenHash: string; profileId: string; expiresAt: Temporal.Instant },
  now: Temporal.Instant,
): Promise<void> {
  await transaction.delete(dataExports).where(lte(dataExports.expiresAt, now));
  await transaction.insert(dataExports).values(row);
}

/** @returns the profile whose data an address leads to; undefined when there is none, or it has expired */
export async function selectExportProfile(
  database: Queryable,
  tokenHash: string,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const [row] = await database
    .select({ profileId: dataExports.profileId })
    .from(dataExports)
    .where(and(eq(dataExports.tokenHash, tokenHash), gt(dataExports.expiresAt, now)));
  return row?.profileId;
}
