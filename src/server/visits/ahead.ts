import { businessDay } from '#domain/calendar.ts';
import { addDays, type IsoDay } from '#domain/iso-days.ts';
import { firstDayForStaff } from '#domain/schedule-rules.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import type { World } from '../world.ts';
import {
  insertClosedDay,
  lockEngagements,
  markFilled,
  selectLive,
  selectShort,
  selectUnfilledDays,
} from './ahead-store.ts';
import { daysAhead, daysPromised, fill, findUnfilled, type Unfilled } from './fill.ts';
import { firstOpenDay, insertMissed } from './off-store.ts';

/** How many services a line of the log names. */
const mostLogged = 20;

type OfWorld = Pick<World, 'clock' | 'database'>;

/** How many services are looked at, and locked, at once: so few that nobody waits long for one of them. */
const batch = 100;

/** What is read of services that nobody has locked is of one moment: rows of before a change and the change itself would not go together. */
const findAtOnce = (
  { clock, database }: Pick<World, 'clock' | 'database'>,
  ids: readonly string[],
  ahead?: number,
): Promise<Unfilled[]> =>
  database.transaction((transaction) => findUnfilled({ clock }, transaction, ids, ahead), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });

/** @returns what `fill` would change in the next 13 weeks of all services that go on: nothing, unless something has not kept their rows */
export async function findAllUnfilled({ clock, database }: Pick<World, 'clock' | 'database'>): Promise<Unfilled[]> {
  const found: Unfilled[] = [];
  await eachBatch(
    (after) => selectLive(database, after, batch),
    async (ids) => {
      found.push(...(await findAtOnce({ clock, database }, ids, daysPromised)));
    },
  );
  return found;
}

async function eachBatch(
  select: (after: string | undefined) => Promise<string[]>,
  run: (ids: string[]) => Promise<void>,
): Promise<void> {
  for (let ids = await select(undefined); ids.length > 0; ids = await select(ids.at(-1))) await run(ids);
}

/** Records the missed visits of each day that has ended, once, and fills the rows of a week more. */
export async function closeDays(world: OfWorld & Pick<World, 'log'>): Promise<void> {
  const now = world.clock.now();
  const today = businessDay(now);
  let day = (await firstOpenDay(world.database)) ?? today;
  for (; Temporal.PlainDate.compare(day, today) < 0; day = day.add({ days: 1 })) await closeDay(world, day);
  await fillAhead(world);
}

/** Closes a day and records its missed visits, and those whose week to be finished it ends, in one transaction. */
async function closeDay(world: OfWorld, day: Temporal.PlainDate): Promise<void> {
  const now = world.clock.now();
  await world.database.transaction(async (transaction) => {
    if (!(await insertClosedDay(transaction, day, now))) return;
    await insertMissed(transaction, { day, state: 'planned' }, now);
    const left = await insertMissed(transaction, { day: firstDayForStaff(day), state: 'begun' }, now);
    await fill(world, transaction, left);
  });
}

/**
 * Fills the rows of all services once for each day that has ended: those of missed visits, and those of a week more. What else it
 * mends, somebody has not filled.
 */
export async function fillAhead(world: OfWorld & Pick<World, 'log'>): Promise<void> {
  const days = await selectUnfilledDays(world.database);
  const [earliest] = days;
  if (!earliest) return;
  const first = firstDayToCome(world.clock.now()).toString();
  // After days without a sweep the rows end earlier.
  const last = addDays(earliest.toString(), daysPromised);
  const isToCome = ({ day }: { day: IsoDay }) => first <= day && day <= last;
  const wrong = (await fillAll(world)).filter(
    ({ make, move, end }) =>
      [...make, ...end].some(isToCome) || move.some(({ row, place }) => isToCome(row) && isToCome(place)),
  );
  if (wrong.length > 0) {
    const engagementIds = wrong.slice(0, mostLogged).map(({ engagementId }) => engagementId);
    const words = 'rows of visits were not as their plans say, and are mended';
    world.log.error({ event: 'visits-not-filled', services: wrong.length, engagementIds }, words);
  }
  await markFilled(world.database, days, world.clock.now());
}

/** Makes the visits of services that have a plan and no rows so far ahead, as in a database from before there were rows. */
export async function fillShort(world: OfWorld): Promise<void> {
  const first = firstDayToCome(world.clock.now()).toString();
  // Of every second week a plan has some in four.
  await fillAll(world, selectShort(addDays(first, daysPromised - 28)));
}

/** Fills the rows of all services that go on. What is right already is not locked. @returns what was to be filled */
export async function fillAll(world: OfWorld, select = selectLive): Promise<Unfilled[]> {
  const filled: Unfilled[] = [];
  await eachBatch(
    (after) => select(world.database, after, batch),
    async (ids) => {
      const unfilled = await findAtOnce(world, ids);
      filled.push(...unfilled);
      if (unfilled.length === 0) return;
      const wrong = unfilled.map(({ engagementId }) => engagementId);
      await world.database.transaction(async (transaction) => {
        await lockEngagements(transaction, { ids: wrong });
        await fill(world, transaction, wrong, null, daysAhead);
      });
    },
  );
  return filled;
}
