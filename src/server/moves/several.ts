import type * as z from 'zod/mini';
import type { VisitChanges, VisitsEffect } from '#contract/moves.ts';
import { businessDay, calendarDay, dayLabel, isBefore, plainDate } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import { differing, record, why } from '../changes/record.ts';
import { previewOf, type Transaction } from '../database/connection.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { ApiError, invalid, notFound } from '../http/errors.ts';
import { lockPlansAndEngagements } from '../plans/schedules-store.ts';
import { chooseVisits } from '../visits/choose.ts';
import { daysPromised } from '../visits/fill.ts';
import { putBack, settleMissed, takeOff } from '../visits/states.ts';
import type { World } from '../world.ts';
import {
  isSame,
  type Kind,
  movedMeanwhile,
  namesOf,
  refusalsOf,
  type Spot,
  type Target,
  whyNotMoved,
} from './possible.ts';
import { type SeenVisit, selectOnDays, selectServicesOf, selectTaken, selectVisits } from './several-store.ts';
import { holdHolidays } from './store.ts';

type Form = z.output<typeof VisitChanges>;

/** One of the visits: as somebody has seen it, as it is, and where it is to be; null when it is to be left out. */
type Asked = { row: SeenVisit; seen: Target; isOff: boolean; to: Target | null; reason: string | null };

/**
 * Puts several visits on other days, gives them to other workers, leaves them out, or takes that back: all of them, or none. A repeat
 * finds them as asked for and changes nothing. Everybody whom it concerns is told a minute later.
 * @throws ApiError NOT_FOUND for a visit that there is not, INVALID_INPUT for a worker whom there is not, CONFLICT when one of them cannot be
 *   as asked for, naming each such visit and why
 */
export async function changeVisits(world: World, caller: Caller, form: Form): Promise<VisitsEffect> {
  return await world.database.transaction(async (transaction) => {
    const effect = await change(world, transaction, caller, form);
    if (effect.cannot.length > 0) throw conflict(form, effect);
    return effect;
  });
}

/** @returns what would become of the visits; nothing is changed. @throws ApiError NOT_FOUND, INVALID_INPUT as changeVisits */
export async function previewVisits(world: World, caller: Caller, form: Form): Promise<VisitsEffect> {
  return await previewOf(world.database, (transaction) => change(world, transaction, caller, form));
}

function conflict({ visits }: Form, { cannot }: VisitsEffect): ApiError {
  const fields = cannot.map(({ visitId, customerName, date, why }) => ({
    path: `body.visits.${visits.findIndex((one) => one.visitId === visitId)}`,
    message: `${customerName}, ${dayLabel(plainDate(date))}: ${why}`,
  }));
  const message = 'Some of these visits can’t be changed like that by now, so none was. Please look at them again.';
  return new ApiError('CONFLICT', message, fields);
}

/** Changes what can be as asked for. A fixed number of statements for any number of visits. */
async function change(world: World, transaction: Transaction, caller: Caller, form: Form): Promise<VisitsEffect> {
  const ids = form.visits.map(({ visitId }) => visitId);
  // A day off that is being set, and an account that is being closed, come before or after it as a whole.
  await holdHolidays(transaction);
  const { count, engagementIds } = await selectServicesOf(transaction, ids);
  if (count < ids.length) throw notFound('Visit');
  const gets = form.visits.flatMap(({ workerProfileId, to }) =>
    to && to.workerProfileId !== workerProfileId ? to.workerProfileId : [],
  );
  await lockPlansAndEngagements(transaction, [...new Set(gets)], engagementIds);
  await settleMissed(world, transaction, engagementIds);
  const rows = new Map((await selectVisits(transaction, ids)).map((row) => [row.id, row]));
  const asked = form.visits.flatMap(({ visitId, date, workerProfileId, isOff = false, to, reason }): Asked[] => {
    const row = rows.get(visitId);
    const seen = { day: plainDate(date), workerProfileId };
    const target = to && { day: plainDate(to.date), workerProfileId: to.workerProfileId };
    return row ? [{ row, seen, isOff, to: target, reason: reason || null }] : [];
  });
  const names = await namesOf(transaction, [
    ...rows.values(),
    ...asked.flatMap(({ seen, to }) => [seen, to ?? []].flat()),
  ]);
  requireKnown(form, names);
  const refused = await refusedOf(world, transaction, asked, names);
  const toChange = asked.filter((one) => !refused.has(one.row.id) && !isAsAsked(one));
  await make(world, transaction, caller, toChange);
  const placed = new Map((await selectVisits(transaction, ids)).map((row) => [row.id, row]));
  for (const one of toChange) {
    const row = placed.get(one.row.id);
    if (!row || !isAsAsked({ ...one, row })) refused.set(one.row.id, 'Another visit or a day off keeps it from there.');
  }
  const changed = toChange.filter(({ row }) => !refused.has(row.id));
  await note(world, transaction, caller, changed, names);
  const done = asked.filter(({ row }) => !refused.has(row.id));
  return {
    done: done.length,
    unchanged: done.filter(isLeft).length,
    workers: await loadsOf(transaction, done, names),
    cannot: asked.flatMap(({ row, seen }) => {
      const why = refused.get(row.id);
      return why ? [{ visitId: row.id, customerName: fullName(row), date: calendarDay(seen.day), why }] : [];
    }),
  };
}

/** @throws ApiError INVALID_INPUT for a worker whom there is not */
function requireKnown({ visits }: Form, names: ReadonlyMap<string, string>): void {
  for (const [at, { workerProfileId, to }] of visits.entries()) {
    if (!names.has(workerProfileId))
      throw invalid(`body.visits.${at}.workerProfileId`, 'Please say whose visit it is.');
    if (to && !names.has(to.workerProfileId)) {
      throw invalid(`body.visits.${at}.to.workerProfileId`, 'Please choose a worker.');
    }
  }
}

const spotOf = ({ day, workerProfileId }: SeenVisit): Spot => ({ day, workerProfileId });
const isOffByPeople = ({ state, offBy }: SeenVisit) =>
  state === 'off' && (offBy === 'customer' || offBy === 'worker' || offBy === 'employee');
const isThere = ({ state }: SeenVisit) => state === 'planned' || state === 'begun' || state === 'done';
/** Whether it is to stay as it was seen. */
const isLeft = ({ seen, isOff, to }: Asked) => !isOff && to !== null && isSame(seen, to);
/** Whether it is as asked for by now: nothing is asked, or the answer may have been lost. */
const isAsAsked = (one: Asked) => {
  const { row, seen, to } = one;
  if (isLeft(one)) return true;
  return to ? isThere(row) && isSame(spotOf(row), to) : isOffByPeople(row) && row.day.equals(seen.day);
};

function kindOf(row: SeenVisit): Kind {
  if (row.state === 'planned') return 'due';
  if (row.state === 'missed') return 'missed';
  if (isOffByPeople(row)) return 'skipped';
  return row.state === 'off' ? undefined : 'begun';
}

/** @returns by the ids of visits that cannot be as asked for, why */
async function refusedOf(
  world: World,
  transaction: Transaction,
  asked: readonly Asked[],
  names: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const today = businessDay(world.clock.now());
  const lastDay = today.add({ days: daysPromised });
  const refused = new Map<string, string>();
  const open = asked.filter((one) => !isAsAsked(one));
  for (const one of open) {
    const { row } = one;
    const message = whyNot(one, today, (row.workerProfileId && names.get(row.workerProfileId)) || null);
    if (message) refused.set(row.id, message);
    else if (one.to && isBefore(lastDay, one.to.day)) refused.set(row.id, 'Please pick a day in the next 13 weeks.');
  }
  const goes = open.flatMap((one) => (one.to && !refused.has(one.row.id) ? [{ ...one, to: one.to }] : []));
  if (goes.length === 0) return refused;
  const days = goes.map(({ to }) => to.day);
  const taken = await selectTaken(transaction, [...new Set(goes.map(({ row }) => row.engagementId))], days);
  const takenBy = ({ row, to }: (typeof goes)[number], before: typeof goes): Kind => {
    const others = taken.filter(
      ({ id, engagementId, day }) => id !== row.id && engagementId === row.engagementId && day.equals(to.day),
    );
    const isDue = before.some((other) => other.row.engagementId === row.engagementId && other.to.day.equals(to.day));
    if (isDue || others.some(({ state }) => state !== 'off')) return 'due';
    return others.length > 0 ? 'skipped' : undefined;
  };
  const wanted = goes.map((one, at) => ({
    ...{ engagementId: one.row.engagementId, home: one.row.home, from: spotOf(one.row), to: one.to },
    taken: takenBy(one, goes.slice(0, at)),
  }));
  for (const [at, one] of (await refusalsOf(world, transaction, wanted)).entries()) {
    const id = goes[at]?.row.id;
    if (id && one) refused.set(id, one.message);
  }
  return refused;
}

/** @returns why a visit is not as it was seen, or cannot be changed */
function whyNot({ row, seen, isOff }: Asked, today: Temporal.PlainDate, maker: string | null): string | undefined {
  const kind = kindOf(row);
  if (kind === 'missed') return 'This visit was missed. Please decide about it by itself.';
  if (isOff && kind === 'skipped') {
    if (row.offBy !== 'employee') return 'The customer or the worker has skipped this visit.';
    return whyNotMoved(row.isServed, 'due', row.day, today);
  }
  const isElsewhere = kind === 'due' && (isOff || !isSame(spotOf(row), seen));
  return isElsewhere ? movedMeanwhile(row.day, maker) : whyNotMoved(row.isServed, kind, row.day, today);
}

/** Makes of visits what is asked for. */
async function make(world: World, transaction: Transaction, caller: Caller, asked: readonly Asked[]): Promise<void> {
  const [by = null] = profileIds(caller, 'PROFILE_TYPE_EMPLOYEE');
  const skips = asked.flatMap(({ isOff, row: { offId, ...row } }) =>
    isOff && offId ? [{ ...row, id: offId, date: row.day }] : [],
  );
  if (skips.length > 0) await putBack(world, transaction, caller, skips, by);
  const moved = asked.filter(({ isOff }) => !isOff);
  const chosen = moved.flatMap(({ row, to, reason }) => (to ? [{ row, to: { ...to, reason } }] : []));
  if (chosen.length > 0) await chooseVisits(world, transaction, chosen, by);
  const leftOut = Map.groupBy(
    moved.filter(({ to }) => to === null),
    ({ reason }) => reason,
  );
  for (const [reason, all] of leftOut) {
    const off = { kind: 'skipped', skippedBy: 'employee', workerProfileId: null, reason } as const;
    const how = { wasMissed: false, isNoAccess: false, by };
    await takeOff(
      world,
      transaction,
      caller,
      all.map(({ row }) => row.id),
      off,
      how,
    );
  }
}

/** Writes down which visits were moved or given away; that they were left out or put back is written by `skips`. */
async function note(
  world: World,
  transaction: Transaction,
  caller: Caller,
  changed: readonly Asked[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const changes = changed.flatMap(({ row, isOff, to, reason }) => {
    if (!to || isOff) return [];
    const nameOf = (id: string | null) => (id && names.get(id)) || null;
    const fields = [
      ...differing(row.day.equals(to.day) ? undefined : { date: row.day.toString() }, { date: to.day.toString() }),
      ...differing({ worker: nameOf(row.workerProfileId) }, { worker: nameOf(to.workerProfileId) }),
      ...why(reason),
    ];
    return [{ kind: 'visit-moved', by: caller.userId, subjectId: row.engagementId, fields } as const];
  });
  await record(world, transaction, changes);
}

/** @returns how many of these visits each worker makes on each day, and how many others there are */
async function loadsOf(
  transaction: Transaction,
  done: readonly Asked[],
  names: ReadonlyMap<string, string>,
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
