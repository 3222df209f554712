import type * as z from 'zod/mini';
import type { moves as contract, Move, Told } from '#contract/moves.ts';
import { businessDay, calendarDay, plainDate } from '#domain/calendar.ts';
import { isActive } from '#domain/engagement-status.ts';
import { differing, record, why } from '../changes/record.ts';
import { previewOf, type Transaction } from '../database/connection.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { ApiError, invalid, notFound, notNow } from '../http/errors.ts';
import { lockPlansAndEngagements } from '../plans/schedules-store.ts';
import { chooseVisits, fillUntil } from '../visits/fill.ts';
import { putBack, settleMissed, takeOff } from '../visits/states.ts';
import type { World } from '../world.ts';
import {
  type Asked,
  isAsAsked,
  isBackToMissed,
  isOffByPeople,
  isSame,
  kept,
  type Names,
  namesOf,
  type Refusal,
  refusedOf,
  type Target,
  whyNotMoved,
} from './possible.ts';
import { correctReason, holdHolidays, type SeenVisit, selectStanding, selectVisits, selectVisitsOn } from './store.ts';
import { toldOfChanges } from './tell.ts';

type Form = z.output<typeof Move>;
type Answer = z.input<typeof contract.moveVisit.response>;

/**
 * Puts a visit on another day, or gives it to another worker; a missed one is made up. A repeat changes nothing, and says again who is told.
 * For a visit that stays where staff have moved it, the reason is corrected.
 * Everybody whom it concerns is told a minute later; who is back where they were told last hears nothing.
 * @throws ApiError NOT_FOUND, CONFLICT when the visit is elsewhere than the form says, NOT_ALLOWED_NOW for one that is
 * begun, off or on no day, INVALID_INPUT for a day or a worker that is not possible
 */
export async function moveVisit(world: World, caller: Caller, engagementId: string, form: Form): Promise<Answer> {
  return await world.database.transaction(
    async (transaction) => await move(world, transaction, caller, engagementId, form),
  );
}

/**
 * @returns who would be told what; nothing is changed
 * @throws ApiError as moveVisit
 */
export async function previewMove(world: World, caller: Caller, engagementId: string, form: Form): Promise<Told[]> {
  const { told } = await previewOf(world.database, (transaction) =>
    move(world, transaction, caller, engagementId, form),
  );
  return told;
}

async function move(
  world: World,
  transaction: Transaction,
  caller: Caller,
  engagementId: string,
  form: Form,
): Promise<Answer> {
  const date = plainDate(form.date);
  const to: Target = { day: plainDate(form.toDate), workerProfileId: form.toWorkerProfileId };
  const seen: Target = { day: date, workerProfileId: form.workerProfileId };
  await lockToChange(world, transaction, [engagementId], [{ seen, to }]);
  const standing = await selectStanding(transaction, engagementId);
  if (!standing) throw notFound('Engagement');
  for (const day of [date, to.day]) await fillUntil(world, transaction, engagementId, day);
  const row = visitOf(await selectVisitsOn(transaction, engagementId, date), date);
  const names = await namesOf(transaction, [seen, to, row ?? []].flat());
  if (!names.has(seen.workerProfileId)) throw invalid('body.workerProfileId', 'Please say whose visit it is.');
  // What is to stay where it is, is.
  const isLeft = isSame(seen, to) && (!row || isSame(row, to));
  if (!row && !isLeft) {
    const when = { isServed: isActive(standing), day: date, today: businessDay(world.clock.now()) };
    throw notNow(whyNotMoved(undefined, when) ?? '', 'body.date');
  }
  if (row && isLeft && form.reason !== undefined && (await correctReason(transaction, row.id, form.reason || null))) {
    const fields = [...differing(undefined, { date: date.toString() }), ...why(form.reason)];
    await record(world, transaction, { kind: 'visit-moved', by: caller.userId, subjectId: engagementId, fields });
  }
  const asked = row && !isLeft ? [{ row, seen, isOff: false, to, reason: form.reason || null }] : [];
  const [refused] = (await change(world, transaction, caller, asked, names)).values();
  if (refused) {
    const { code, field, message } = refused;
    throw new ApiError(code, message, [{ path: `body.${field}`, message }]);
  }
  return {
    date: calendarDay(to.day),
    workerProfileId: to.workerProfileId,
    told: await toldOfChanges(world, transaction, engagementId),
  };
}

/** @returns the visit that is on a day, or was taken off or missed there, or was there before, or is off by a rule */
function visitOf(rows: readonly SeenVisit[], date: Temporal.PlainDate): SeenVisit | undefined {
  const here = rows.filter(({ day }) => day.equals(date));
  return (
    here.find(({ step }) => step !== null) ??
    here.find(({ state }) => state === 'planned') ??
    here.find(isOffByPeople) ??
    rows.find(({ missedOn }) => missedOn?.equals(date)) ??
    rows.find((row) => !here.includes(row)) ??
    here[0]
  );
}

/** A day off that is being set, and an account that is being closed, come before or after all of it. */
export async function lockToChange(
  world: World,
  transaction: Transaction,
  engagementIds: string[],
  asked: readonly { seen: Target; to: Target | null }[],
): Promise<void> {
  await holdHolidays(transaction);
  const gets = asked.flatMap(({ seen, to }) =>
    to && to.workerProfileId !== seen.workerProfileId ? to.workerProfileId : [],
  );
  await lockPlansAndEngagements(transaction, [...new Set(gets)], engagementIds);
  await settleMissed(world, transaction, engagementIds);
}

/**
 * Makes of visits what is asked for, where that can be. A fixed number of statements for any number of visits.
 * @returns by the ids of the others, why they cannot be so
 */
export async function change(
  world: World,
  transaction: Transaction,
  caller: Caller,
  asked: readonly Asked[],
  names: Names,
): Promise<Map<string, Refusal>> {
  const open = asked.filter((one) => !isAsAsked(one));
  const refused = await refusedOf(world, transaction, open, names);
  const toChange = open.filter(({ row }) => !refused.has(row.id));
  if (toChange.length === 0) return refused;
  await make(world, transaction, caller, toChange);
  const ids = toChange.map(({ row }) => row.id);
  const placed = new Map((await selectVisits(transaction, ids)).map((row) => [row.id, row]));
  for (const one of toChange) {
    const row = placed.get(one.row.id);
    const isSo = row && (isBackToMissed(one) || isAsAsked({ ...one, row }));
    if (!isSo) refused.set(one.row.id, kept);
  }
  const changed = toChange.filter(({ row }) => !refused.has(row.id));
  await note(world, transaction, caller, changed, names);
  return refused;
}

/** Makes of visits what is asked for. */
async function make(world: World, transaction: Transaction, caller: Caller, asked: readonly Asked[]): Promise<void> {
  const [by = null] = profileIds(caller, 'PROFILE_TYPE_EMPLOYEE');
  const skips = asked.flatMap(({ isOff, row: { offId, ...row } }) =>
    isOff && offId ? [{ ...row, id: offId, date: row.day }] : [],
  );
  if (skips.length > 0) await putBack(world, transaction, caller, skips, by);
  const moved = asked.filter(({ isOff }) => !isOff);
  const chosen = moved.flatMap((one) =>
    one.to ? [{ row: one.row, to: isBackToMissed(one) ? null : { ...one.to, reason: one.reason } }] : [],
  );
  if (chosen.length > 0) await chooseVisits(world, transaction, chosen, by);
  const leftOut = Map.groupBy(
    moved.filter(({ to }) => to === null),
    ({ reason }) => reason,
  );
  for (const [reason, all] of leftOut) {
    const off = { kind: 'skipped', skippedBy: 'employee', workerProfileId: null, reason } as const;
    const ids = all.map(({ row }) => row.id);
    await takeOff(world, transaction, caller, ids, off, { wasMissed: false, isNoAccess: false, by });
  }
}

/** Writes down which visits were moved or given away; that they were left out or put back is written by `skips`. */
async function note(
  world: World,
  transaction: Transaction,
  caller: Caller,
  changed: readonly Asked[],
  names: Names,
): Promise<void> {
  const nameOf = (id: string | null) => (id && names.get(id)) || null;
  const changes = changed.flatMap(({ row, isOff, to, reason }) => {
    if (!to || isOff) return [];
    const fields = [
      // Of one that only its worker leaves the day is told too.
      ...differing(row.day.equals(to.day) ? undefined : { date: row.day.toString() }, { date: to.day.toString() }),
      ...differing({ worker: nameOf(row.workerProfileId) }, { worker: nameOf(to.workerProfileId) }),
      ...why(reason),
    ];
    return [{ kind: 'visit-moved', by: caller.userId, subjectId: row.engagementId, fields } as const];
  });
  await record(world, transaction, changes);
}
