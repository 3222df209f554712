import { eq } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { engagements } from '../database/schema/engagements.ts';

/** @returns what of an engagement decides whether it can be assigned */
export async function selectStanding(transaction: Transaction, engagementId: string) {
  const [standing] = await transaction
    .select({
      id: engagements.id,
      status: engagements.status,
      version: engagements.version,
      workerProfileId: engagements.workerProfileId,
    })
    .from(engagements)
    .where(eq(engagements.id, engagementId));
  return standing;
}
