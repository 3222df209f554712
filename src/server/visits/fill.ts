import { addDays, type IsoDay } from '#domain/iso-days.ts';
import { type Changes, isThere, type Place, reconcile } from '#domain/reconcile.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { insertVisits, parkVisits, placeVisits, selectRules, updateHomes, type VisitRow } from './fill-store.ts';

/** How many days ahead visits have rows, today counted: 13 weeks. */
const daysAhead = 90;

/** What is to change so that the rows of a service are as its plans, days off and holds say. */
export type Unfilled = Changes<VisitRow> & { engagementId: string };

const dayOf = ({ clock }: Pick<World, 'clock'>): IsoDay => firstDayToCome(clock.now()).toString();

/** @returns what `fill` would change, service by service; nothing of a service whose rows are right */
export async function findUnfilled(
  world: Pick<World, 'clock'>,
  database: Queryable,
  engagementIds: readonly string[],
): Promise<Unfilled[]> {
  const today = dayOf(world);
  const until = addDays(today, daysAhead);
  const services = await selectRules(database, engagementIds, today);
  return services
    .map(({ engagementId, rows, ...rules }) => ({ engagementId, ...reconcile(rows, { ...rules, today, until }) }))
    .filter(({ make, move, end }) => make.length + move.length + end.length > 0);
}

/**
 * Makes the rows of visits as their plans, days off and holds say. It is the last of what a transaction does that changes any of
 * these. A fixed number of statements for any number of services; a second time it finds nothing to do.
 * @param engagementIds which the transaction has locked
 * @param by whose profile changed something; null for the program
 */
export async function fill(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  engagementIds: readonly string[],
  by: string | null = null,
): Promise<void> {
  const services = await findUnfilled(world, transaction, engagementIds);
  const change = { at: world.clock.now(), by };
  const moves = services.flatMap(({ move }) => move);
  const isElsewhere = ({ row, place }: (typeof moves)[number]) => spotOf(row) !== spotOf(place);
  const elsewhere = moves.filter(isElsewhere);
  const homes = moves.filter((one) => !isElsewhere(one));
  // Two that change places would meet on one day.
  const leaving = elsewhere.filter(({ row, place }) => isThere(row) && !(isThere(place) && row.day === place.day));
  const parked = [...services.flatMap(({ end }) => end), ...leaving.map(({ row }) => row)];
  const made = services.flatMap(({ engagementId, make }) => make.map((visit) => ({ engagementId, ...visit })));
  if (parked.length > 0) await parkVisits(transaction, idsOf(parked), change);
  if (elsewhere.length > 0) {
    const placed = elsewhere.map(({ row, place }) => ({ id: row.id, ...place }));
    await placeVisits(transaction, placed, change);
  }
  if (homes.length > 0) {
    await updateHomes(
      transaction,
      homes.map(({ row, place }) => ({ id: row.id, home: place.home })),
    );
  }
  if (made.length > 0) await insertVisits(transaction, made, change);
}

const idsOf = (rows: readonly VisitRow[]) => rows.map(({ id }) => id);
const spotOf = ({ day, worker, state, offBy }: Place) => [day, worker, state, offBy].join();
