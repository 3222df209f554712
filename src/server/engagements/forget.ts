import { firstDayToCome } from '#domain/visit-class.ts';
import { differing, record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import { passDays } from '../plans/plans.ts';
import { fill, forgetChosen } from '../visits/fill.ts';
import type { World } from '../world.ts';
import { selectMadeForOthers } from './forget-store.ts';

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
  const chosen = await forgetChosen(world, transaction, { workerProfileIds });
  const passed = await passDays(world, transaction, workerProfileIds);
  // Visits of workers who are off are theirs by a rule, and not because staff chose them.
  const covered = made.map(({ engagementId }) => engagementId);
  await fill(world, transaction, [...new Set([...chosen, ...passed, ...covered])].sort());
}
