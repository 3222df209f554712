import { and, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { contactOf } from '../database/people.ts';
import { users } from '../database/schema/accounts.ts';
import { moves } from '../database/schema/calendar.ts';
import { skips, works } from '../database/schema/engagements.ts';
import { isOnboarded, profiles } from '../database/schema/profiles.ts';

export type MoveRow = typeof moves.$inferSelect;

/** @returns the move of the visit that the plan had on a day */
export async function selectMove(
  transaction: Transaction,
  engagementId: string,
  originalDay: Temporal.PlainDate,
): Promise<MoveRow | undefined> {
  const [move] = await transaction
    .select()
    .from(moves)
    .where(and(eq(moves.engagementId, engagementId), eq(moves.originalDay, originalDay)));
  return move;
}

/** Writes a move, or what has become of it since; its engagement's visits are locked. */
export async function writeMove(transaction: Transaction, move: typeof moves.$inferInsert): Promise<MoveRow> {
  const { id: _, engagementId: __, originalDay: ___, ...changed } = move;
  const [written] = await transaction
    .insert(moves)
    .values(move)
    .onConflictDoUpdate({ target: [moves.engagementId, moves.originalDay], set: changed })
    .returning();
  if (!written) throw new Error('The move was not written');
  return written;
}

/** @returns what has become of an engagement's visit of a day: begun, taken off or missed; undefined when nothing has */
export async function selectOutcome(transaction: Transaction, engagementId: string, date: Temporal.PlainDate) {
  const [work] = await transaction
    .select({ id: works.id })
    .from(works)
    .where(and(eq(works.engagementId, engagementId), eq(works.date, date)));
  if (work) return 'begun';
  const [skip] = await transaction
    .select({ kind: skips.kind })
    .from(skips)
    .where(and(eq(skips.engagementId, engagementId), eq(skips.date, date)));
  return skip?.kind;
}

/** Marks a missed visit as done with: it is made up for. */
export async function markMadeUp(
  transaction: Transaction,
  engagementId: string,
  date: Temporal.PlainDate,
  { seenAt, seenBy }: { seenAt: Temporal.Instant; seenBy: string | null },
): Promise<void> {
  await transaction
    .update(skips)
    .set({ seenAt, seenBy })
    .where(and(eq(skips.engagementId, engagementId), eq(skips.date, date), sql`${skips.seenAt} is null`));
}

/** @returns a worker with what decides whether visits can be given to them */
export async function selectWorker(database: Queryable, workerProfileId: string) {
  const [worker] = await database
    .select({
      contact: contactOf(profiles),
      name: profiles.displayName,
      userId: profiles.userId,
      isOnboarded: isOnboarded(profiles.userId),
      isApproved: sql<boolean>`coalesce(${profiles.approval} = 'approved', false)`,
      approval: profiles.approval,
      isClosed: sql<boolean>`${users.deactivatedAt} is not null`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.id, workerProfileId), eq(profiles.type, 'PROFILE_TYPE_WORKER')));
  return worker;
}
