import { and, inArray, sql } from 'drizzle-orm';
import { businessDay, dayLabel } from '#domain/calendar.ts';
import type { Transaction } from '../database/connection.ts';
import { insertPastMoves } from '../database/past-moves.ts';
import { moves } from '../database/schema/calendar.ts';
import { works } from '../database/schema/engagements.ts';
import { tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { visitOffLetter } from './letters.ts';
import { engagementParties } from './parties.ts';

type MoveRow = typeof moves.$inferSelect;

const isToCome = (today: Temporal.PlainDate) =>
  and(
    sql`coalesce(${moves.day}, ${moves.originalDay}) >= ${today.toString()}::date`,
    sql`not exists (select from ${works} where ${works.engagementId} = ${moves.engagementId} and ${works.date} = ${moves.day})`,
  );

/**
 * Forgets where visits were moved that are still to come: their engagements have no worker any more, or have ended. Who was
 * to make one for another worker is told.
 * @param leaving the workers who know, because they leave or have released it
 */
export async function forgetMoves(
  world: World,
  transaction: Transaction,
  engagementIds: string[],
  leaving: readonly string[] = [],
): Promise<void> {
  const now = world.clock.now();
  const which = and(inArray(moves.engagementId, engagementIds), isToCome(businessDay(now)));
  await insertPastMoves(transaction, which, now);
  for (const move of await transaction.delete(moves).where(which).returning()) {
    const { toldWorkerProfileId: worker } = move;
    if (worker && !move.isToldOff && !leaving.includes(worker)) await tellVisitOff(world, transaction, move, worker);
  }
}

/** Gives visits to come that workers were to make for others back to those whose they are. */
export async function giveBackVisits(
  { clock }: World,
  transaction: Transaction,
  workerProfileIds: string[],
): Promise<void> {
  const now = clock.now();
  const which = and(inArray(moves.workerProfileId, workerProfileIds), isToCome(businessDay(now)));
  await insertPastMoves(transaction, which, now);
  await transaction.update(moves).set({ workerProfileId: null, movedAt: now }).where(which);
}

/** Tells a worker that a visit does not take place that the worker was told to make. */
export async function tellVisitOff(
  world: World,
  transaction: Transaction,
  { id, revision, engagementId, toldDay }: Pick<MoveRow, 'id' | 'revision' | 'engagementId' | 'toldDay'>,
  workerProfileId: string,
): Promise<void> {
  const parties = await engagementParties(world, transaction, engagementId, workerProfileId);
  const { worker, customer, productName, street } = parties;
  if (!worker) return;
  const url = `${world.publicUrl}/worker/${workerProfileId}/itinerary`;
  const about = { firstName: worker.firstName, customerName: customer.firstName, productName, street, url };
  const options = { class: 'now' } as const;
  await tell(
    world,
    transaction,
    `visit-off:${id}:${revision}`,
    worker,
    visitOffLetter(about, dayLabel(toldDay)),
    options,
  );
}
