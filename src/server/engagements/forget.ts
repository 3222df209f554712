import { businessDay } from '#domain/calendar.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { coversTold } from '#domain/visit-plan.ts';
import { differing, record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import { tell, workOn } from '../messages/service.ts';
import { tellFrom } from '../messages/waking.ts';
import { forgetChosen, forgetChosenWorkers } from '../visit-rows/choose-store.ts';
import { fill } from '../visit-rows/fill.ts';
import { passDays } from '../visit-rows/plans.ts';
import type { World } from '../world.ts';
import { deleteMovesToCome, selectMadeBy, takeFromWorkers } from './forget-store.ts';
import { settleMissed } from './missed.ts';
import { readTogether, visitsOffLetter } from './off-letters.ts';
import { engagementParties } from './parties.ts';
import { selectSettled } from './rekey-store.ts';
import { keepTold, selectUntold } from './untold-store.ts';

/**
 * Forgets where visits were moved that are still to come: their engagements have no worker any more, or have ended. Who was
 * told to make one for another worker is told; what people knew was kept before the engagements changed.
 * @param knowing the workers who know, because they leave, have released it or read of its end
 */
export async function forgetMoves(
  world: World,
  transaction: Transaction,
  engagementIds: string[],
  knowing: readonly string[] = [],
): Promise<void> {
  const now = world.clock.now();
  const today = businessDay(now);
  for (const engagementId of engagementIds) {
    const untold = await selectUntold(transaction, engagementId);
    if (!untold || untold.isRestTold) continue;
    const { begun, skipped } = await selectSettled(transaction, engagementId, today);
    const { skips = skipped, deeds = [] } = untold.told;
    // Of a day whose work is over nobody reads any more that they do not have to come.
    const open = coversTold(untold.told, firstDayToCome(now)).filter(({ day, workerProfileId: who }) => {
      // What was taken off within the minute they do not know yet, unless they have done it.
      const isKnown = [...begun, ...skips, ...deeds.filter((deed) => deed.who === who)].some((one) =>
        one.day.equals(day),
      );
      return !knowing.includes(who) && !isKnown;
    });
    for (const [workerProfileId, covers] of Map.groupBy(open, (cover) => cover.workerProfileId))
      for (const days of readTogether(covers.map(({ day }) => day)))
        await tellCover(world, transaction, { engagementId, workerProfileId, days });
  }
  await deleteMovesToCome(transaction, engagementIds, today, now);
  await forgetChosen(transaction, engagementIds, today);
}

/** Gives visits to come that workers were to make for others back to those whose they are. @param by who takes them away */
export async function giveBackVisits(
  world: World,
  transaction: Transaction,
  by: string,
  workerProfileIds: string[],
): Promise<void> {
  const now = world.clock.now();
  const today = businessDay(now);
  const madeBy = await selectMadeBy(transaction, workerProfileIds, today);
  await settleMissed(world, transaction, madeBy);
  await keepTold(world, transaction, madeBy);
  const taken = await takeFromWorkers(transaction, workerProfileIds, today, now);
  const changes = taken.flatMap(({ engagementId: subjectId, day, from, to }) => {
    const fields = [...differing(undefined, { date: day?.toString() }), ...differing({ worker: from }, { worker: to })];
    // One that is on no day nobody makes.
    return day ? [{ kind: 'visit-moved', by, subjectId, fields } as const] : [];
  });
  await record(world, transaction, changes);
  const chosen = await forgetChosenWorkers(transaction, workerProfileIds, today);
  const passed = await passDays(world, transaction, workerProfileIds);
  await fill(world, transaction, [...new Set([...chosen, ...passed])]);
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
