import { randomUUIDv7 } from 'node:crypto';
import { businessDay } from '#domain/calendar.ts';
import { addDays, type IsoDay, laterDay, weekOf } from '#domain/iso-days.ts';
import { dayOffUntold } from '#domain/known-visits.ts';
import { coverOn, isEnded, isThere, type Place, reconcile } from '#domain/reconcile.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { planOn } from '#domain/wanted-days.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { selectLive } from './ahead-store.ts';
import { type Change, type NewVisit, parkVisits, selectRules, type VisitRow, writeVisits } from './fill-store.ts';
import type { Said } from './known-store.ts';
import { type Believed, type Concerned, markTold, noteBeliefs, selectConcerned } from './told-store.ts';

/** How many days ahead visits have rows, today counted: 13 weeks. */
export const daysPromised = 90;
/**
 * A week more than that is filled, so that none is missing until the night fills another one. Acts fill no week more: people know the
 * visits of a new week by the plan that they were told of, and not by one of which they are still to be told.
 */
export const daysAhead = daysPromised + 7;

/** What is to change so that the rows of a service are as its plans, days off and holds say, and what was done with its visits. */
export type Unfilled = {
  engagementId: string;
  make: NewVisit[];
  move: { row: VisitRow; place: Place }[];
  /** Off by the plan. */
  end: VisitRow[];
};

type Service = Awaited<ReturnType<typeof selectRules>>[number];

/**
 * @param ahead for how many days rows are looked for
 * @returns what `fill` would change, service by service; nothing of a service whose rows are right
 */
export async function findUnfilled(
  world: Pick<World, 'clock'>,
  database: Queryable,
  engagementIds: readonly string[],
  ahead = daysAhead,
): Promise<Unfilled[]> {
  const services = await findAll(world, database, engagementIds, ahead);
  return services.filter(({ make, move, end }) => make.length + move.length + end.length > 0);
}

/** How many services are looked at, and locked, at once: so few that nobody waits long for one of them. */
export const batch = 100;

/** What is read of services that nobody has locked is of one moment: rows of before a change and the change itself would not go together. */
export const findAtOnce = (
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

export async function eachBatch(
  select: (after: string | undefined) => Promise<string[]>,
  run: (ids: string[]) => Promise<void>,
): Promise<void> {
  for (let ids = await select(undefined); ids.length > 0; ids = await select(ids.at(-1))) await run(ids);
}

async function findAll(
  { clock }: Pick<World, 'clock'>,
  database: Queryable,
  engagementIds: readonly string[],
  ahead: number | undefined,
): Promise<(Service & Unfilled)[]> {
  const today = firstDayToCome(clock.now()).toString();
  const services = await selectRules(database, engagementIds, today);
  // Of a service that comes every two weeks the last row may be a week earlier.
  const lastWeek = weekOf(addDays(today, daysPromised - 7));
  return services.map((service) => {
    const isFilled = service.rows.some(({ madeFor }) => weekOf(madeFor) >= lastWeek);
    return {
      ...service,
      ...unfilledOf(service, today, addDays(today, ahead ?? (isFilled ? daysPromised : daysAhead))),
    };
  });
}

function unfilledOf({ engagementId, rows, ...rules }: Service, today: IsoDay, until: IsoDay): Unfilled {
  const { make, move, end } = reconcile(rows, { ...rules, today, until });
  // What its customer or staff took off is whoever's would make it, until its day is over.
  const following = rows.flatMap((row) => {
    const isOff = row.state === 'off' && (row.offBy === 'customer' || row.offBy === 'employee');
    const keeper = row.setWorker ?? planOn(rules.plans, row.day)?.worker;
    const worker = isOff && row.day >= today && keeper && coverOn(row.day, keeper, rules);
    return worker && worker !== row.worker ? [{ row, place: { ...placeOf(row), worker } }] : [];
  });
  return {
    engagementId,
    make: make.map((visit) => ({ id: randomUUIDv7(), engagementId, ...visit })),
    move: [...move, ...following],
    end,
  };
}

/**
 * Makes the rows of visits as their plans, days off and holds say, and notes who believes otherwise. It is the last of what a transaction
 * does that changes any of these. A fixed number of statements for any number of services; a second time it finds nothing to do.
 * @param engagementIds which the transaction has locked
 * @param by whose profile changed something; null for the program
 * @param ahead for how many days at least there are to be rows; undefined for what is promised, and a week more where that is missing
 */
export async function fill(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  engagementIds: readonly string[],
  by: string | null = null,
  ahead?: number,
): Promise<void> {
  if (engagementIds.length === 0) return;
  const now = world.clock.now();
  const services = await findAll(world, transaction, engagementIds, ahead);
  await writeUnfilled(transaction, services, { at: now, by });
  const today = firstDayToCome(now).toString();
  const known = Object.fromEntries(services.flatMap((service) => knownPlaces(service, today)));
  const fresh = Object.fromEntries(services.flatMap((service) => knownOfNew(service, known)));
  // By night nobody comes any more, but who waited for somebody is told why nobody came.
  await noteBeliefs(transaction, engagementIds, businessDay(now).toString(), { at: now, by }, { fresh, known });
}

async function writeUnfilled(transaction: Transaction, services: readonly Unfilled[], change: Change): Promise<void> {
  const placed = services.flatMap(({ move, end }) => [
    ...move.map(({ row, place }) => ({ row, place, isChanged: spotOf(row) !== spotOf(place) })),
    ...end.map((row) => ({ row, place: { ...placeOf(row), state: 'off', offBy: 'plan' } as const, isChanged: true })),
  ]);
  const made = services.flatMap(({ make }) => make);
  if (placed.length + made.length === 0) return;
  const come = [...made, ...placed.map(({ row: { engagementId }, place }) => ({ engagementId, ...place }))];
  const taken = new Set(come.filter(isThere).map(dayOf));
  // Two that change places would meet on one day.
  const parked = placed.flatMap(({ row, place }) =>
    isThere(row) && !(isThere(place) && row.day === place.day) && taken.has(dayOf(row)) ? [row.id] : [],
  );
  if (parked.length > 0) await parkVisits(transaction, parked);
  const places = placed.map(({ row: { id }, place, isChanged }) => ({ id, ...place, isChanged }));
  await writeVisits(transaction, places, made, change);
}

/** @returns the visits that a day off has moved, or left out, of which nobody was told yet: people know them to be on that day */
function knownPlaces({ rows, make, move, end, daysOff }: Service & Unfilled, today: IsoDay): [string, IsoDay | null][] {
  if (!daysOff.some(({ day, isTold }) => !isTold && day >= today)) return [];
  const places = new Map(move.map(({ row, place }) => [row, place]));
  const all = [
    ...make.map((row) => ({ ...row, setDay: null })),
    ...rows.map((row) => ({ ...row, ...places.get(row) })),
  ];
  return all.flatMap((row) => {
    const day = end.some(({ id }) => id === row.id) ? undefined : dayOffUntold(row, daysOff);
    // Where another one is it has no room.
    const isFull = all.some((one) => one.id !== row.id && one.home === day && !isEnded(one));
    return day ? [[row.id, isFull ? null : day]] : [];
  });
}

/** @returns where new visits are to people who know nothing of them, or of a day off; of those of further weeks they know the rest */
function knownOfNew({ rows, make }: Service & Unfilled, known: Believed): [string, IsoDay | null][] {
  const last = rows.map(({ madeFor }) => weekOf(madeFor)).reduce(laterDay, '');
  return make.flatMap(({ id, madeFor }): [string, IsoDay | null][] => {
    if (weekOf(madeFor) <= last) return [[id, null]];
    const day = known[id];
    return day ? [[id, day]] : [];
  });
}

/** @returns the visits of a service of which a message tells its reader */
export const visitsConcerned = async (
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  engagementId: string,
  reader: Concerned,
): Promise<string[]> => await selectConcerned(transaction, engagementId, firstDayToCome(clock.now()), reader);

/**
 * Notes that people know all that is so of the visits of services, which the transaction has locked.
 * @param said the visits of which their readers know by another plan
 */
export async function markKnown(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  engagementIds: readonly string[],
  said: readonly Said[] = [],
): Promise<void> {
  const today = firstDayToCome(clock.now()).toString();
  const services = await selectRules(transaction, engagementIds, today);
  const rows = services.map((service) => ({ ...service, make: [], move: [], end: [] }));
  const known = Object.fromEntries(rows.flatMap((service) => knownPlaces(service, today)));
  await markTold(transaction, engagementIds, clock.now(), known, said);
}

/** So far ahead no visit is shown to anybody. */
const farthestShown = daysAhead + 54 * 7;

/**
 * Makes the rows of a service that is locked up to a day, where that is later than the last one which has any.
 * @returns whether it looked for some
 */
export async function fillUntil(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  engagementId: string,
  day: Temporal.PlainDate,
): Promise<boolean> {
  const ahead = firstDayToCome(world.clock.now()).until(day).days;
  if (ahead <= daysAhead || ahead > farthestShown) return false;
  await fill(world, transaction, [engagementId], null, ahead);
  return true;
}

const placeOf = ({ home, day, worker, state, offBy }: Place): Place => ({ home, day, worker, state, offBy });
const spotOf = ({ day, worker, state, offBy }: Place) => [day, worker, state, offBy].join();
/** The day of a service, on which one visit can be. */
const dayOf = ({ engagementId, day }: { engagementId: string; day: IsoDay }) => `${engagementId} ${day}`;
