import type * as z from 'zod/mini';
import type { VisitChanges, VisitsEffect } from '#contract/moves.ts';
import { businessDay, type CalendarDay, calendarDay, dayLabel, isBefore, plainDate } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import { previewOf, type Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, invalid, notFound } from '../http/errors.ts';
import { daysPromised } from '../visits/fill.ts';
import type { World } from '../world.ts';
import { type Asked, isAsAsked, isSame, type Names, namesOf, type Spot, type Target } from './possible.ts';
import { change, lockToChange } from './service.ts';
import { selectOnDays, selectServicesOf, selectVisits } from './store.ts';

type Form = z.output<typeof VisitChanges>;
type Spotted = { date: CalendarDay; workerProfileId: string };

/**
 * Puts several visits on other days, gives them to other workers, leaves them out, or takes that back: all of them, or none. A repeat
 * finds them as asked for and changes nothing. Everybody whom it concerns is told a minute later.
 * @throws ApiError NOT_FOUND for a visit that there is not, INVALID_INPUT for a worker whom there is not, CONFLICT when one of them cannot be
 *   as asked for, naming each such visit and why
 */
export async function changeVisits(world: World, caller: Caller, form: Form): Promise<VisitsEffect> {
  return await world.database.transaction(async (transaction) => {
    const effect = await effectOf(world, transaction, caller, form);
    if (effect.cannot.length > 0) throw conflict(form, effect);
    return effect;
  });
}

/** @returns what would become of the visits; nothing is changed. @throws ApiError NOT_FOUND, INVALID_INPUT as changeVisits */
export async function previewVisits(world: World, caller: Caller, form: Form): Promise<VisitsEffect> {
  return await previewOf(world.database, (transaction) => effectOf(world, transaction, caller, form));
}

function conflict({ visits }: Form, { cannot }: VisitsEffect): ApiError {
  const fields = cannot.map(({ visitId, customerName, date, why }) => ({
    path: `body.visits.${visits.findIndex((one) => one.visitId === visitId)}`,
    message: `${customerName}, ${dayLabel(plainDate(date))}: ${why}`,
  }));
  const message = 'Some of these visits can’t be changed like that by now, so none was. Please look at them again.';
  return new ApiError('CONFLICT', message, fields);
}

async function effectOf(world: World, transaction: Transaction, caller: Caller, form: Form): Promise<VisitsEffect> {
  const ids = form.visits.map(({ visitId }) => visitId);
  const { count, engagementIds } = await selectServicesOf(transaction, ids);
  if (count < ids.length) throw notFound('Visit');
  const seenOf = ({ date, workerProfileId }: Spotted): Target => ({ day: plainDate(date), workerProfileId });
  const wanted = form.visits.map((one) => ({ ...one, seen: seenOf(one), to: one.to && seenOf(one.to) }));
  await lockToChange(world, transaction, engagementIds, wanted);
  const rows = new Map((await selectVisits(transaction, ids)).map((row) => [row.id, row]));
  const asked = wanted.flatMap(({ visitId, seen, isOff = false, to, reason }): Asked[] => {
    const row = rows.get(visitId);
    return row ? [{ row, seen, isOff, to, reason: reason || null }] : [];
  });
  const names = await namesOf(transaction, [
    ...rows.values(),
    ...asked.flatMap(({ seen, to }) => [seen, to ?? []].flat()),
  ]);
  requireKnown(form, names);
  const toChange = asked.filter((one) => !isLeft(one));
  const lastDay = businessDay(world.clock.now()).add({ days: daysPromised });
  const reasons = new Map(
    toChange.flatMap((one) => {
      const why = isAsAsked(one) ? undefined : whyNotWithOthers(one, lastDay);
      return why ? [[one.row.id, why]] : [];
    }),
  );
  const possible = toChange.filter(({ row }) => !reasons.has(row.id));
  for (const [id, { message }] of await change(world, transaction, caller, possible, names)) reasons.set(id, message);
  const done = asked.filter(({ row }) => !reasons.has(row.id));
  return {
    done: done.length,
    unchanged: done.filter(isLeft).length,
    workers: await loadsOf(transaction, done, names),
    cannot: asked.flatMap(({ row, seen }) => {
      const why = reasons.get(row.id);
      return why ? [{ visitId: row.id, customerName: fullName(row), date: calendarDay(seen.day), why }] : [];
    }),
  };
}

/** @throws ApiError INVALID_INPUT for a worker whom there is not */
function requireKnown({ visits }: Form, names: Names): void {
  for (const [at, { workerProfileId, to }] of visits.entries()) {
    if (!names.has(workerProfileId))
      throw invalid(`body.visits.${at}.workerProfileId`, 'Please say whose visit it is.');
    if (to && !names.has(to.workerProfileId)) {
      throw invalid(`body.visits.${at}.to.workerProfileId`, 'Please choose a worker.');
    }
  }
}

/** Whether it is to stay as it was seen. */
const isLeft = ({ seen, isOff, to }: Asked) => !isOff && to !== null && isSame(seen, to);

/** @returns why a visit is not changed together with others */
function whyNotWithOthers({ row, to }: Asked, lastDay: Temporal.PlainDate): string | undefined {
  if (row.state === 'missed') return 'This visit was missed. Please decide about it by itself.';
  return to && isBefore(lastDay, to.day) ? 'Please pick a day in the next 13 weeks.' : undefined;
}

/** @returns how many of these visits each worker makes on each day, and how many others there are */
async function loadsOf(
  transaction: Transaction,
  done: readonly Asked[],
  names: Names,
): Promise<VisitsEffect['workers']> {
  const going = done.flatMap((one) => (one.to && !isLeft(one) ? [{ id: one.row.id, ...one.to }] : []));
  if (going.length === 0) return [];
  const all = await selectOnDays(
    transaction,
    going.map(({ workerProfileId }) => workerProfileId),
    going.map(({ day }) => day),
  );
  const keyOf = (spot: Spot) => `${spot.day} ${spot.workerProfileId}`;
  const onDays = Map.groupBy(all, keyOf);
  return [...Map.groupBy(going, keyOf)].sort().flatMap(([key, own]) => {
    const there = (onDays.get(key) ?? []).filter(({ id }) => !own.some((one) => one.id === id)).length;
    const [first] = own;
    if (!first) return [];
    const name = names.get(first.workerProfileId) ?? '';
    return [{ name, day: calendarDay(first.day), count: own.length, there }];
  });
}
