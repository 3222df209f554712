import { businessDay, isBefore } from './calendar.ts';
import { firstDayForStaff, maySkip, type SkipActor, type SkipKind } from './schedule-rules.ts';
import { takesSteps } from './step-time.ts';
import { firstDayToCome } from './visit-class.ts';

/** @returns whether staff may still close a visit of a day that was left at a step, or open it again */
export const isOpenToStaff = (date: Temporal.PlainDate, today: Temporal.PlainDate): boolean =>
  !isBefore(date, firstDayForStaff(today));

/**
 * @param own the caller's worker profiles: a visit that was begun is given up by its worker, whoever comes now
 * @returns whether one of the actors may undo the skip now; nobody can undo a missed visit, nor make one due again of a day whose
 *   work is over
 */
export function mayUndo(
  actors: readonly SkipActor[],
  {
    date,
    kind,
    skippedBy,
    workerProfileId,
  }: { date: Temporal.PlainDate; kind: SkipKind; skippedBy: SkipActor | null; workerProfileId: string | null },
  { now, own }: { now: Temporal.Instant; own: readonly string[] },
): boolean {
  if (kind === 'missed') return false;
  const today = businessDay(now);
  return actors.some((actor) => {
    if (actor === 'employee' && kind === 'could-not') return isOpenToStaff(date, today);
    if (actor === 'worker' && workerProfileId !== null && !own.includes(workerProfileId)) return false;
    if (actor === 'worker' && skippedBy === 'worker' && kind === 'could-not') return takesSteps(date, today);
    const isToCome = !isBefore(date, firstDayToCome(now));
    return (actor === 'employee' || actor === skippedBy) && isToCome && maySkip(actor, date, today);
  });
}
