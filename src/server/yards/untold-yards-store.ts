import { and, desc, eq, lte, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { untoldYards } from '../database/schema/calendar.ts';
import { engagements } from '../database/schema/engagements.ts';
import { isLive, isPaused } from '../database/schema/states.ts';

type Row = typeof untoldYards.$inferSelect;

/** Keeps what readers believe, unless they believe something older already; all are told later. */
export async function insertUntoldYards(
  transaction: Transaction,
  row: Omit<Row, 'profileId'>,
  profileIds: readonly string[],
): Promise<void> {
  if (profileIds.length === 0) return;
  await transaction
    .insert(untoldYards)
    .values(profileIds.map((profileId) => ({ ...row, profileId })))
    .onConflictDoUpdate({
      target: [untoldYards.subjectId, untoldYards.profileId],
      set: { dueAt: sql`excluded.due_at` },
    });
}

/** @returns the street where a worker believes the yard of a service to be; undefined when they know where it is */
export async function selectBelievedStreet(
  transaction: Transaction,
  engagementId: string,
  profileId: string,
): Promise<string | undefined> {
  const [row] = await transaction
    .select({ before: untoldYards.before })
    .from(untoldYards)
    .innerJoin(engagements, eq(engagements.id, engagementId))
    .where(
      and(
        eq(untoldYards.profileId, profileId),
        or(eq(untoldYards.subjectId, engagements.id), eq(untoldYards.subjectId, engagements.serviceAddressId)),
      ),
    )
    .orderBy(desc(eq(untoldYards.kind, 'chosen')))
    .limit(1);
  return row?.before.split(', ', 1)[0];
}

/** Forgets what somebody believes who knows what is so. */
export async function deleteUntoldYard(transaction: Transaction, subjectId: string, profileId: string): Promise<void> {
  await transaction
    .delete(untoldYards)
    .where(and(eq(untoldYards.subjectId, subjectId), eq(untoldYards.profileId, profileId)));
}

/** Whether nobody waits: a worker whose services there are all paused is told once one of them goes on. */
const isServed = sql`coalesce((select bool_or(not ${isPaused(engagements)}) from ${engagements}
  where ${engagements.workerProfileId} = ${untoldYards.profileId} and ${isLive(engagements)}
  and ${untoldYards.subjectId} in (${engagements.id}, ${engagements.serviceAddressId})), true)`;
const isToTell = (now: Temporal.Instant) => and(lte(untoldYards.dueAt, now), isServed);

const batch = 200;

/** @returns the addresses and services of which somebody is to be told */
export async function selectUntoldSubjects(database: Queryable, now: Temporal.Instant) {
  return await database
    .selectDistinct({ subjectId: untoldYards.subjectId, kind: untoldYards.kind })
    .from(untoldYards)
    .where(isToTell(now))
    .limit(batch);
}

/** @returns what readers believe who are to be told now, and forgets it: nobody else tells them */
export async function takeUntoldYards(transaction: Transaction, subjectId: string, now: Temporal.Instant) {
  return await transaction
    .delete(untoldYards)
    .where(and(eq(untoldYards.subjectId, subjectId), isToTell(now)))
    .returning({ profileId: untoldYards.profileId, before: untoldYards.before });
}
