import { businessDay, isBefore, isoWeekOf, mondayOf } from '#domain/calendar.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { type HandOver, insertHandOver, selectHandOver, selectService } from './hand-over-store.ts';

/**
 * Keeps what a service is before staff give it to another worker, for who declines it; its visits are locked, and what people know is kept.
 * @returns what keeps how it was given, once that is done
 */
export async function keepHandOver(
  world: World,
  transaction: Transaction,
  engagementId: string,
  { from, to, firstDay }: { from: string; to: string; firstDay: Temporal.PlainDate },
): Promise<() => Promise<void>> {
  const givenAt = world.clock.now();
  const monday = mondayOfGiving({ givenAt });
  const before = await selectService(transaction, engagementId, monday);
  return async () => {
    const given = await selectService(transaction, engagementId, monday);
    if (!before || !given) throw new Error(`Engagement ${engagementId} has no schedule`);
    const { weekDays, moves } = given;
    const row = { engagementId, workerProfileId: from, toWorkerProfileId: to, givenAt, before };
    await insertHandOver(transaction, { ...row, given: { weekDays, moves, from: firstDay.toString() } });
  };
}

/** @returns the day on which the worker of a service begins, to whom staff have given it, if that is to come */
export async function firstDayOf(
  transaction: Transaction,
  engagementId: string,
  workerProfileId: string,
  today: Temporal.PlainDate,
): Promise<Temporal.PlainDate | undefined> {
  const { from } = (await selectHandOver(transaction, engagementId, workerProfileId))?.given ?? {};
  const day = from === undefined ? today : Temporal.PlainDate.from(from);
  return isBefore(today, day) ? day : undefined;
}

/** From this day on visits change their places when a service is given to another worker. */
export const mondayOfGiving = ({ givenAt }: Pick<HandOver, 'givenAt'>) => mondayOf(isoWeekOf(businessDay(givenAt)));
