import { desc, eq } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { engagements, pastAssignments } from '../database/schema/engagements.ts';

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

/** @returns whose an engagement was before its worker or weekdays changed last, and its weekdays then */
export async function selectLastAssignment(transaction: Transaction, engagementId: string) {
  const [last] = await transaction
    .select()
    .from(pastAssignments)
    .where(eq(pastAssignments.engagementId, engagementId))
    .orderBy(desc(pastAssignments.until))
    .limit(1);
  return last;
}
