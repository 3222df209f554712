import { randomUUIDv7 } from 'node:crypto';
import { businessDay } from '#domain/calendar.ts';
import { addDays, type IsoDay, laterDay, weekOf } from '#domain/iso-days.ts';
import { dayOffUntold } from '#domain/known-visits.ts';
import { knownByWorker } from '#domain/other-plan.ts';
import { coverOn, isEnded, isThere, type Place, reconcile, throughDaysOff } from '#domain/reconcile.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { type PlanVersion, planOn } from '#domain/wanted-days.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import {
  type Change,
  type ChosenRow,
  clearChosen,
  type Forgetting,
  type NewVisit,
  parkVisits,
  selectRules,
  updateChosen,
  type VisitRow,
  writeVisits,
} from './fill-store.ts';
import { type Fact, noteFacts, type Said } from './known-store.ts';
import { standMissed } from './off-store.ts';
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

/** What a worker has made of a plan of their own, and what that was before. */
export type OwnPlan = Parameters<typeof knownByWorker>[0] & { engagementId: string; had: PlanVersion | undefined };

/** Notes, after `fill`, that workers who have changed plans of their own know what these say. */
export async function noteOwn(transaction: Transaction, changed: readonly OwnPlan[], today: IsoDay): Promise<void> {
  if (changed.length === 0) return;
  const ids = changed.map(({ engagementId }) => engagementId);
  const services = await selectRules(transaction, ids, today);
  const facts = services.flatMap(({ engagementId, rows: visits, plans }, index): Fact[] => {
    const plan = changed[index];
    if (!plan) return [];
    const about = { engagementId, reader: plan.worker };
    const known = knownByWorker(plan, plan.had, { visits, plans, today });
    return [...known].map(([day, { worker, visit }]) => ({ ...about, day, worker, visit: visit?.id ?? null }));
  });
  await noteFacts(transaction, facts);
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

type Choice = Pick<VisitRow, 'setDay' | 'setWorker' | 'setAt'>;

/** A visit that staff put somewhere, by its row. */
export type Chosen = {
  row: { id: string; engagementId: string };
  /** Where it is to be, and why, as its customer reads it; null for one that stands as missed again, of which nothing is chosen anymore. */
  to: { day: Temporal.PlainDate; workerProfileId: string; reason: string | null } | null;
};

/**
 * Notes where staff put visits, and fills. Of a visit that is where its plan or a day off has it, with the plan's worker, nothing is noted. A fixed
 * number of statements for any number of visits, of any services, which the transaction has locked.
 * @param by the profile of the employee; null for the program
 */
export async function chooseVisits(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  visits: readonly Chosen[],
  by: string | null,
): Promise<void> {
  const now = world.clock.now();
  const today = firstDayToCome(now).toString();
  const ids = [...new Set(visits.map(({ row }) => row.engagementId))].sort();
  const services = new Map((await selectRules(transaction, ids, today)).map((one) => [one.engagementId, one]));
  const setAt = now.epochMilliseconds / 1000;
  const put = (id: string, how: Choice & Partial<VisitRow>): void => {
    for (const service of services.values())
      service.rows = service.rows.map((row) => (row.id === id ? { ...row, ...how } : row));
  };
  // Each finds the others where they are to be.
  for (const { row, to } of visits) {
    const { state, day = '' } = services.get(row.engagementId)?.rows.find(({ id }) => id === row.id) ?? {};
    const isOpen = state === 'begun' || (state === 'planned' && day >= today);
    // One that was missed looks for a place again.
    const place = isOpen || !to ? {} : { day: `${to.day}`, state: 'off' as const, offBy: 'plan' as const };
    if (to) put(row.id, { setDay: `${to.day}`, setWorker: to.workerProfileId, setAt, ...place });
    else await standMissed(transaction, row.id, { at: now, by });
  }
  const chosen: ChosenRow[] = [];
  for (const {
    row: { id, engagementId },
    to,
  } of visits) {
    const service = services.get(engagementId);
    const row = service?.rows.find((one) => one.id === id);
    if (!service || !row || !to) continue;
    const choice = choiceOf(service, row, today);
    put(id, choice);
    chosen.push({ ...row, ...choice, reason: to.reason });
  }
  if (chosen.length > 0) await updateChosen(transaction, chosen, { at: now, by });
  await fill(world, transaction, ids, by);
}

const nothing: Choice = { setDay: null, setWorker: null, setAt: 0 };

/** @returns the least of what was chosen for a visit that has to be noted so that it is there */
function choiceOf({ engagementId: _, rows, ...rules }: Service, row: VisitRow, today: IsoDay): Choice {
  const { setDay, setWorker, setAt } = row;
  const isThereBy = (choice: Choice) => {
    const open = { ...row, ...choice, day: setDay ?? row.day, state: 'off', offBy: 'plan' } as const;
    const others = rows.filter((one) => one !== row);
    const { move } = reconcile<VisitRow>([...others, open], { ...rules, today, until: addDays(today, daysAhead) });
    const place = move.find((one) => one.row === open)?.place;
    return place?.state === 'planned' && place.day === setDay && place.worker === setWorker;
  };
  const { day: byRule } = throughDaysOff(row.home, rules, (on) => planOn(rules.plans, on)?.worker ?? null);
  const dayAlone: Choice = { setDay, setWorker: null, setAt };
  const choices = setDay === row.home || setDay === byRule ? [nothing, dayAlone] : [dayAlone];
  return choices.find(isThereBy) ?? { setDay, setWorker, setAt };
}

/**
 * Forgets what staff chose for visits to come, before `fill`: their services leave their worker or end, or a worker leaves.
 * @returns the services whose visits these are
 */
export const forgetChosen = async (
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  which: Forgetting,
  from = firstDayToCome(clock.now()),
): Promise<string[]> => await clearChosen(transaction, which, from);
