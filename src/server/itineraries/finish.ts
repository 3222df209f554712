import { businessDay } from '#domain/calendar.ts';
import { firstDayForStaff } from '#domain/schedule-rules.ts';
import { differing, record } from '../changes/record.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { notNow } from '../http/errors.ts';
import { skippedError } from '../skips/service.ts';
import { lockWork, takeStep } from '../visits/states.ts';
import type { World } from '../world.ts';
import { followUp } from './steps.ts';

/**
 * Finishes a visit that its worker has left at a step, for staff, from the day after it for a week, and at once where the
 * worker's account is closed: the customer is charged for it and told. A visit that is done stays as it is.
 * @throws ApiError NOT_FOUND, NOT_ALLOWED_NOW on the visit's own day, after the week, and once it was given up
 */
export async function finishVisit(world: World, caller: Caller, workId: string): Promise<void> {
  const now = world.clock.now();
  const today = businessDay(now);
  await world.database.transaction(async (transaction) => {
    const { work, isLeft, isSkipped } = await lockWork(transaction, workId);
    if (work.status === 'WORK_STATUS_WORK_COMPLETED') return;
    if (Temporal.PlainDate.compare(work.date, firstDayForStaff(today)) < 0) {
      throw notNow('A visit can be finished for a week.');
    }
    if (isSkipped) throw skippedError();
    const isOver = isLeft || Temporal.PlainDate.compare(work.date, today) < 0;
    if (!isOver) throw notNow('Its worker can still finish this visit today.');
    const [finishedBy = null] = profileIds(caller, 'PROFILE_TYPE_EMPLOYEE');
    const by = { by: finishedBy, finishedBy };
    const moved = await takeStep(world, transaction, work, 'WORK_STATUS_WORK_COMPLETED', now, by);
    const fields = differing(undefined, { date: work.date.toString() });
    const { engagementId: subjectId } = work;
    await record(world, transaction, { kind: 'visit-finished', by: caller.userId, subjectId, fields });
    await followUp(world, transaction, moved);
  });
}
