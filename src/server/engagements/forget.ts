import { businessDay, dayLabel } from '#domain/calendar.ts';
import { differing, record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import { tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { deleteMovesToCome, type MoveRow, takeFromWorkers } from './forget-store.ts';
import { visitOffLetter } from './letters.ts';
import { engagementParties } from './parties.ts';

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
  for (const move of await deleteMovesToCome(transaction, engagementIds, businessDay(now), now)) {
    const { toldWorkerProfileId: worker } = move;
    if (worker && !move.isToldOff && !leaving.includes(worker)) await tellVisitOff(world, transaction, move, worker);
  }
}

/** Gives visits to come that workers were to make for others back to those whose they are. @param by who takes them away */
export async function giveBackVisits(
  world: World,
  transaction: Transaction,
  by: string,
  workerProfileIds: string[],
): Promise<void> {
  const now = world.clock.now();
  const taken = await takeFromWorkers(transaction, workerProfileIds, businessDay(now), now);
  const changes = taken.flatMap(({ engagementId: subjectId, day, from, to }) => {
    const fields = [...differing(undefined, { date: day?.toString() }), ...differing({ worker: from }, { worker: to })];
    // One that is on no day nobody makes.
    return day ? [{ kind: 'visit-moved', by, subjectId, fields } as const] : [];
  });
  await record(world, transaction, changes);
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
    `visit-off:${id}:${revision}:${workerProfileId}`,
    worker,
    visitOffLetter(about, dayLabel(toldDay)),
    options,
  );
}
