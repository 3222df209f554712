import { addDays, type IsoDay } from '#domain/iso-days.ts';
import { reconcile, throughDaysOff } from '#domain/reconcile.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { planOn } from '#domain/wanted-days.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { type ChosenRow, clearChosen, type Forgetting, updateChosen } from './choose-store.ts';
import { daysAhead, fill } from './fill.ts';
import { selectRules, type VisitRow } from './fill-store.ts';
import { standMissed } from './off-store.ts';

type Choice = Pick<VisitRow, 'setDay' | 'setWorker' | 'setAt'>;

/** A visit that staff put somewhere, by its row. */
export type Chosen = {
  row: { id: string; engagementId: string };
  /** Where it is to be, and why, as its customer reads it; null for one that stands as missed again, of which nothing is chosen anymore. */
  to: { day: Temporal.PlainDate; workerProfileId: string; reason: string | null } | null;
};

/**
 * Notes where staff put visits, and fills. Of a visit that is where its plan or a day off has it, with the plan's worker, nothing is noted. A fixed
 * number of statements for any number of visits, of any services, which the transaction has locked.
 * @param by the profile of the employee; null for the program
 */
export async function chooseVisits(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  visits: readonly Chosen[],
  by: string | null,
): Promise<void> {
  const now = world.clock.now();
  const today = firstDayToCome(now).toString();
  const ids = [...new Set(visits.map(({ row }) => row.engagementId))].sort();
  const services = new Map((await selectRules(transaction, ids, today)).map((one) => [one.engagementId, one]));
  const chosen: ChosenRow[] = [];
  for (const { row: which, to } of visits) {
    const service = services.get(which.engagementId);
    const row = service?.rows.find(({ id }) => id === which.id);
    if (!service || !row) continue;
    if (!to) {
      await standMissed(transaction, row.id, { at: now, by });
      continue;
    }
    const isOpen = row.state === 'begun' || (row.state === 'planned' && row.day >= today);
    const choice = choiceOf(service, row, { day: to.day.toString(), worker: to.workerProfileId }, now);
    // One that was missed looks for a place again.
    const place = isOpen ? {} : { day: to.day.toString(), state: 'off' as const, offBy: 'plan' as const };
    const put = { ...row, ...place, ...choice };
    chosen.push({ ...put, reason: to.reason });
    // The next one of the service finds this one there.
    const rows = service.rows.map((one) => (one === row ? put : one));
    services.set(which.engagementId, { ...service, rows });
  }
  if (chosen.length > 0) await updateChosen(transaction, chosen);
  await fill(world, transaction, ids, by);
}

const nothing: Choice = { setDay: null, setWorker: null, setAt: 0 };

type Service = Awaited<ReturnType<typeof selectRules>>[number];

/** @returns the least that has to be noted so that the visit is there */
function choiceOf(
  { engagementId: _, rows, ...rules }: Service,
  row: VisitRow,
  to: { day: IsoDay; worker: string },
  now: Temporal.Instant,
): Choice {
  const today = firstDayToCome(now).toString();
  const setAt = now.epochMilliseconds / 1000;
  const chosen: Choice = { setDay: to.day, setWorker: to.worker, setAt };
  const isThereBy = (choice: Choice) => {
    const open = { ...row, ...choice, day: to.day, state: 'off', offBy: 'plan' } as const;
    const others = rows.filter((one) => one !== row);
    const { move } = reconcile<VisitRow>([...others, open], { ...rules, today, until: addDays(today, daysAhead) });
    const place = move.find((one) => one.row === open)?.place;
    return place?.state === 'planned' && place.day === to.day && place.worker === to.worker;
  };
  const { day: byRule } = throughDaysOff(row.home, rules, (on) => planOn(rules.plans, on)?.worker ?? null);
  const choices = [...(to.day === row.home || to.day === byRule ? [nothing] : []), { ...chosen, setWorker: null }];
  return choices.find(isThereBy) ?? chosen;
}

/**
 * Forgets what staff chose for visits to come, before `fill`: their services leave their worker or end, or a worker leaves.
 * @returns the services whose visits these are
 */
export const forgetChosen = async (
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  which: Forgetting,
  from = firstDayToCome(clock.now()),
): Promise<string[]> => await clearChosen(transaction, which, from);
