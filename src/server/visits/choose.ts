import { addDays, type IsoDay } from '#domain/iso-days.ts';
import { isEnded, reconcile } from '#domain/reconcile.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { updateChosen } from './choose-store.ts';
import { daysAhead, fill, fillUntil } from './fill.ts';
import { selectRules, type VisitRow } from './fill-store.ts';
import { standMissed } from './off-store.ts';

type Choice = Pick<VisitRow, 'setDay' | 'setWorker' | 'setAt'>;

/**
 * Notes where staff put a visit, and fills. Of a visit that is where its plan has it, with the plan's worker, nothing is noted.
 * @param on the day on which it is, or was missed
 * @param to where it is to be, and why, as its customer reads it; null for one that stands as missed again, of which nothing is chosen
 *   anymore
 * @param by the profile of who puts it there; null for the program
 */
export async function chooseVisit(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  engagementId: string,
  on: Temporal.PlainDate,
  to: { day: Temporal.PlainDate; workerProfileId: string; reason: string | null } | null,
  by: string | null,
): Promise<void> {
  const now = world.clock.now();
  const today = firstDayToCome(now).toString();
  await fillUntil(world, transaction, engagementId, on);
  const [service] = await selectRules(transaction, [engagementId], today);
  const row = service && rowOn(service.rows, on.toString());
  if (row && !to) await standMissed(transaction, row.id, { at: now, by });
  if (row && to) {
    const isOpen = row.state === 'begun' || (row.state === 'planned' && row.day >= today);
    const choice = choiceOf(service, row, { day: to.day.toString(), worker: to.workerProfileId }, now);
    // One that was missed looks for a place again.
    const place = isOpen ? {} : { day: to.day.toString(), state: 'off' as const, offBy: 'plan' as const };
    await updateChosen(transaction, [{ ...row, ...place, ...choice }], to.reason);
  }
  await fill(world, transaction, [engagementId], by);
}

const nothing: Choice = { setDay: null, setWorker: null, setAt: 0 };

/** @returns the visit that is on a day, or else the one that was missed there */
const rowOn = (rows: readonly VisitRow[], day: IsoDay): VisitRow | undefined =>
  rows.find((row) => row.day === day && (row.state === 'planned' || row.state === 'begun')) ??
  rows.find((row) => row.day === day && row.state === 'missed') ??
  rows.find((row) => row.day === day && !isEnded(row));

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
  const choices = [...(to.day === row.home ? [nothing] : []), { ...chosen, setWorker: null }];
  return choices.find(isThereBy) ?? chosen;
}
