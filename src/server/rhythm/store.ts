import { eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { rhythmRequests } from '../database/schema/calendar.ts';

export type RequestRow = typeof rhythmRequests.$inferSelect;

export async function selectRequest(database: Queryable, engagementId: string): Promise<RequestRow | undefined> {
  const [request] = await database.select().from(rhythmRequests).where(eq(rhythmRequests.engagementId, engagementId));
  return request;
}

/** Writes what is wanted, in place of what was wanted before. */
export async function writeRequest(transaction: Transaction, request: RequestRow): Promise<void> {
  const { engagementId: _, ...changed } = request;
  await transaction
    .insert(rhythmRequests)
    .values(request)
    .onConflictDoUpdate({ target: rhythmRequests.engagementId, set: changed });
}

export async function deleteRequest(transaction: Transaction, engagementId: string): Promise<void> {
  await transaction.delete(rhythmRequests).where(eq(rhythmRequests.engagementId, engagementId));
}
