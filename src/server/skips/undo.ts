import { mayUndo } from '#domain/skip-rules.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { isWorkOver } from '#domain/visit-class.ts';
import { trustWayIn } from '../addresses/way-in-store.ts';
import { undoCharge } from '../charges/service.ts';
import { selectHolidaysOn } from '../holidays/tell.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { notFound, notNow } from '../http/errors.ts';
import { actorsOf, hasPartIn } from '../parties/parties.ts';
import { lockDay, markRunning } from '../visits/begun.ts';
import type { World } from '../world.ts';
import { isOver, profileOf } from './noting.ts';
import { putBack } from './service.ts';
import { tellUndone } from './telling.ts';

const notUndone = 'This skip cannot be taken back anymore, or not by you.';
const staysOff = 'The work of this day is over, so this visit stays off.';

/**
 * Undoes a skip. Its maker may do so as long as the skip would still be allowed and the work of its day is not over, a worker who
 * has given up a visit as long as its steps are taken; staff may undo anybody's. Within the first minute nobody hears of either;
 * later the others are told. When there is no skip, it does nothing.
 * @param isoDate for example '2027-03-10'
 * @throws ApiError NOT_FOUND unless the caller has a part in the engagement or gave the visit up, NOT_ALLOWED_NOW when
 * it is too late, also because the customer is being charged for a locked gate
 */
export async function deleteSkip(world: World, caller: Caller, engagementId: string, isoDate: string): Promise<void> {
  const date = Temporal.PlainDate.from(isoDate);
  const now = world.clock.now();
  const own = profileIds(caller, 'PROFILE_TYPE_WORKER');
  await world.database.transaction(async (transaction) => {
    const tap = { engagementId, date, workerProfileId: null, at: now };
    const day = await lockDay(world, transaction, tap);
    const skip = day?.skip;
    const isOwn = skip?.workerProfileId != null && own.includes(skip.workerProfileId);
    if (!day || !(hasPartIn(day, caller) || isOwn)) throw notFound('Engagement');
    if (!skip) return;
    const actors = new Set([...actorsOf(day, caller), ...(isOwn ? (['worker'] as const) : [])]);
    const actor = [...actors].find((one) => mayUndo([one], skip, { now, own }));
    if (!actor) {
      const wasOpen = [...actors].some((one) => mayUndo([one], skip, { now: startOf(date), own }));
      const isTooLate = wasOpen && isWorkOver(date, now) && !isOver(date, now);
      throw notNow(isTooLate ? staysOff : notUndone);
    }
    const dayOff = (await selectHolidaysOn(transaction, [isoDate])).find(({ takenBackAt }) => takenBackAt === null);
    if (dayOff && skip.kind === 'skipped') throw notNow(`Nobody works on this day: ${dayOff.name}.`);
    const work = day.begun;
    if (work && !(await undoCharge(world, transaction, work))) {
      throw notNow('It is too late to take this back: the customer is being charged for the way.');
    }
    if (work) await markRunning(transaction, engagementId);
    const isChange = skip.kind === 'skipped' && !isOver(date, now);
    await putBack(world, transaction, caller, [skip], profileOf(day, actor, caller, skip.workerProfileId));
    await trustWayIn(transaction, engagementId, date);
    if (!isChange) await tellUndone(world, transaction, skip, actor);
  });
}

const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(businessTimeZone).toInstant();
