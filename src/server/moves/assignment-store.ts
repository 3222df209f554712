import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { moves } from '../database/schema/calendar.ts';
import { engagements } from '../database/schema/engagements.ts';

type KeptMove = {
  originalDay: Temporal.PlainDate;
  day: Temporal.PlainDate;
  workerProfileId: string | null;
};

/**
 * Keeps visits where they are while their places in the plan change. What was moved already stays where it was moved to.
 * @param kept the visits by the day that they are on in the old plan, `from`, and on in the new one, `originalDay`
 */
export async function replaceMoves(
  transaction: Transaction,
  engagementId: string,
  kept: readonly (KeptMove & { from: Temporal.PlainDate })[],
  movedAt: Temporal.Instant,
): Promise<void> {
  const gone: (typeof moves.$inferSelect)[] = [];
  for (const { from } of kept) {
    gone.push(
      ...(await transaction
        .delete(moves)
        .where(and(eq(moves.engagementId, engagementId), eq(moves.originalDay, from)))
        .returning()),
    );
  }
  const rows = kept.map(({ from, originalDay, day, workerProfileId }) => {
    const moved = gone.find((one) => one.originalDay.equals(from));
    const spot = { day: moved?.day ?? day, workerProfileId: moved?.workerProfileId ?? workerProfileId };
    return {
      engagementId,
      originalDay,
      ...spot,
      toldDay: spot.day,
      toldWorkerProfileId: spot.workerProfileId,
      reason: moved?.reason ?? null,
      movedAt,
    };
  });
  if (rows.length > 0) await transaction.insert(moves).values(rows).onConflictDoNothing();
}

/** Leaves visits that were moved to a day before another worker begins with the worker whose they were. */
export async function keepWorkerOfMoves(
  transaction: Transaction,
  engagementId: string,
  workerProfileId: string,
  { today, from }: { today: Temporal.PlainDate; from: Temporal.PlainDate },
): Promise<void> {
  await transaction
    .update(moves)
    .set({ workerProfileId, toldWorkerProfileId: sql`coalesce(${moves.toldWorkerProfileId}, ${workerProfileId})` })
    .where(
      and(
        eq(moves.engagementId, engagementId),
        isNull(moves.workerProfileId),
        gte(moves.day, today),
        lt(moves.day, from),
      ),
    );
}

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
