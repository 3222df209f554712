import { isBegun, planTold, toldSpot } from '#domain/known-visits.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { differing, record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import { tell, workOn } from '../messages/service.ts';
import { tellFrom } from '../messages/waking.ts';
import { engagementParties } from '../parties/parties.ts';
import { passDays } from '../plans/plans.ts';
import { forgetChosen, forgetChosenWorkers } from '../visits/choose-store.ts';
import { fill } from '../visits/fill.ts';
import { selectKnown } from '../visits/known-store.ts';
import type { World } from '../world.ts';
import { selectMadeForOthers } from './forget-store.ts';
import { readTogether, visitsOffLetter } from './off-letters.ts';

/**
 * Forgets where visits were moved that are still to come: their engagements have no worker any more, or have ended. Who believes to make
 * one for another worker is told.
 * @param knowing the workers who know, because they leave, have released it or read of its end
 */
export async function forgetMoves(
  world: World,
  transaction: Transaction,
  engagementIds: string[],
  knowing: readonly string[] = [],
): Promise<void> {
  for (const engagementId of engagementIds) {
    const known = await selectKnown(world, transaction, engagementId);
    const keeper = planTold(known.plans)?.worker;
    const readers = new Set(known.visits.flatMap(({ told, worker }) => [...told.keys(), ...(worker ? [worker] : [])]));
    for (const reader of readers) {
      if ([known.customer, keeper, ...knowing].includes(reader)) continue;
      const spots = known.visits.flatMap((visit) => (isBegun(visit) ? [] : (toldSpot(visit, reader, known) ?? [])));
      const days = spots.filter(({ day, worker }) => worker === reader && day >= known.today).map(({ day }) => day);
      for (const some of readTogether(days.sort().map((day) => Temporal.PlainDate.from(day))))
        await tellCover(world, transaction, { engagementId, workerProfileId: reader, days: some });
    }
  }
  await forgetChosen(transaction, engagementIds, firstDayToCome(world.clock.now()));
}

/** Gives visits to come that workers were to make for others back to those whose they are. @param by who takes them away */
export async function giveBackVisits(
  world: World,
  transaction: Transaction,
  by: string,
  workerProfileIds: string[],
): Promise<void> {
  const today = firstDayToCome(world.clock.now());
  const made = await selectMadeForOthers(transaction, workerProfileIds, today);
  const changes = made.map(({ engagementId: subjectId, day, from, to }) => {
    const fields = [...differing(undefined, { date: `${day}` }), ...differing({ worker: from }, { worker: to })];
    return { kind: 'visit-moved', by, subjectId, fields } as const;
  });
  await record(world, transaction, changes);
  const chosen = await forgetChosenWorkers(transaction, workerProfileIds, today);
  const passed = await passDays(world, transaction, workerProfileIds);
  // Visits of workers who are off are theirs by a rule, and not because staff chose them.
  const covered = made.map(({ engagementId }) => engagementId);
  await fill(world, transaction, [...new Set([...chosen, ...passed, ...covered])].sort());
}

async function tellCover(
  world: World,
  transaction: Transaction,
  {
    engagementId,
    workerProfileId,
    days,
  }: { engagementId: string; workerProfileId: string; days: Temporal.PlainDate[] },
): Promise<void> {
  const parties = await engagementParties(world, transaction, engagementId, workerProfileId);
  const { worker, customer, productName, yard: street } = parties;
  if (!worker) return;
  const url = `${world.publicUrl}/worker/${workerProfileId}/itinerary`;
  const about = { firstName: worker.firstName, customerName: customer.firstName, productName, street, url };
  const event = `visit-off:${engagementId}:${days.join('+')}:${world.clock.now()}:${workerProfileId}`;
  const notBefore = tellFrom(world, days[0]);
  const options = { ...workOn(world, days), about: engagementId, ...(notBefore && { notBefore }) };
  await tell(world, transaction, event, worker, visitsOffLetter(about, days), options);
}
