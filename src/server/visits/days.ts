import { dayLabel } from '#domain/calendar.ts';
import { addDays, type IsoDay, weekOf } from '#domain/iso-days.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { type PlanVersion, type WantedDay, wantedDays } from '#domain/wanted-days.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { invalid } from '../http/errors.ts';
import type { World } from '../world.ts';
import { lockToBegin, type Service, type Tap, type ToBegin, type WorkRow } from './begun-store.ts';
import { daysPromised, fillUntil } from './fill.ts';
import { selectFilled, selectPlans } from './fill-store.ts';
import type { SkipRow } from './off-store.ts';

/**
 * Which visits a service has on a day, whose they are, and were at the moment of a tap; and beyond the rows, which days its plan wants.
 */

export type { ToBegin };

/** A service with what its visits of a day are, and were for a worker who tapped. */
export type DayOfService = {
  engagement: Service;
  /** If the tap names one of them, only that one. */
  rows: ToBegin[];
  /** The one that was begun, named or not. */
  begun: (ToBegin & WorkRow) | undefined;
  /** The one that is planned on the day, named or not. */
  planned: ToBegin | undefined;
  /** What says that a visit of the day does not take place. */
  skip: SkipRow | undefined;
  /** The one that the tap names, if that is of another day, and was never on this one. */
  ofOtherDay: ToBegin | undefined;
};

/**
 * Keeps everybody else from a service's visits until the transaction ends. What is farther ahead than other rows gets them.
 * @returns it, with its visits of a day, and those that a worker had on it at a moment; undefined when it is not there, or the visit that
 *   the tap names is another service's
 */
export async function lockDay(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  tap: Tap,
): Promise<DayOfService | undefined> {
  const { engagementId, date } = tap;
  const before = await lockToBegin(transaction, tap);
  const isFilled = before && (await fillUntil(world, transaction, engagementId, date));
  const locked = isFilled ? await lockToBegin(transaction, tap) : before;
  if (!locked || (tap.visitId && !locked.rows.some(({ id }) => id === tap.visitId))) return undefined;
  const { engagement, rows: found } = locked;
  const all = found.filter((row) => row.wasTheirs || row.missedOn?.equals(date) || isOn(row, date));
  const here = all.filter((row) => row.date.equals(date));
  // One that is off by a rule has another one in its place, or none.
  const isNamed = ({ id, state, offId, wasTheirs }: ToBegin) =>
    id === tap.visitId && (state !== 'off' || offId !== null || wasTheirs);
  const named = all.find(isNamed);
  const rows = named ? [named] : all;
  const [skip] = rows.flatMap((row) => skipsOf(row, date));
  const planned = here.find(({ state }) => state === 'planned');
  const ofOtherDay = found.find((row) => row.id === tap.visitId && !row.wasThere && !all.includes(row));
  return { engagement, rows, skip, begun: here.find(isBegun), planned, ofOtherDay };
}

/** @throws ApiError INVALID_INPUT for a tap that names a visit of another day */
export function requireOfDay({ ofOtherDay }: DayOfService, date: Temporal.PlainDate): void {
  if (!ofOtherDay) return;
  const message = `This is the visit of ${dayLabel(ofOtherDay.date)}, and not of ${dayLabel(date)}.`;
  throw invalid('body.visitId', message);
}

const isOn = (row: ToBegin, date: Temporal.PlainDate) => row.date.equals(date) && row.offBy !== 'plan';

/** @returns what took a visit off on a day, or gave it up, or says that it was missed there */
function skipsOf(row: ToBegin, date: Temporal.PlainDate): SkipRow[] {
  const { engagementId, reason, seenAt, offId, offAt, missedId, missedAt, missedOn } = row;
  const { offBy, offWorkerProfileId, missedWorkerProfileId } = row;
  const of = { engagementId, date };
  if (offId && offAt && row.date.equals(date)) {
    const kind = row.state === 'off' ? 'skipped' : 'could-not';
    const workerProfileId = offWorkerProfileId;
    const skippedBy = offBy as SkipRow['skippedBy'];
    return [{ ...of, id: offId, kind, skippedBy, workerProfileId, reason, createdAt: offAt, seenAt: null }];
  }
  if (!missedId || !missedAt || !missedOn?.equals(date)) return [];
  const workerProfileId = missedWorkerProfileId;
  const missed = { kind: 'missed', skippedBy: null, reason: null } as const;
  return [{ ...of, ...missed, id: missedId, workerProfileId, createdAt: missedAt, seenAt }];
}

/** @returns the visit that is to be made on a day, which nobody has begun */
export const visitDueOn = ({ rows }: DayOfService, date: Temporal.PlainDate): ToBegin | undefined =>
  rows.find((row) => row.state === 'planned' && row.date.equals(date));

const isBegun = (row: ToBegin): row is ToBegin & WorkRow => row.status !== null;

/**
 * @returns the visit that a worker has on a day, or had there at the moment of the tap; else the one that is there now, or was off; undefined
 *   when each that it could be is made already
 */
export function visitToBegin(
  { rows }: DayOfService,
  { date, workerProfileId }: Pick<Tap, 'date' | 'workerProfileId'>,
  skip: Pick<SkipRow, 'id'> | undefined,
): ToBegin | undefined {
  const open = rows.filter(({ status }) => status === null);
  const here = open.filter((row) => row.date.equals(date));
  const planned = here.filter(({ state }) => state === 'planned');
  return (
    open.find(({ offId, missedId }) => skip && (offId === skip.id || missedId === skip.id)) ??
    planned.find((row) => row.workerProfileId === workerProfileId) ??
    open.find(({ wasTheirs }) => wasTheirs) ??
    planned[0] ??
    here[0]
  );
}

/** @returns the first Monday whose week may have no rows yet */
export const firstWeekBeyond = ({ clock }: Pick<World, 'clock'>): IsoDay =>
  weekOf(addDays(firstDayToCome(clock.now()).toString(), daysPromised + 1));

/** @returns by services without rows in a week, the days of it on which their plans want visits */
export async function wantedInWeek(
  database: Queryable,
  engagementIds: readonly string[],
  monday: IsoDay,
): Promise<Map<string, WantedDay[]>> {
  const filled = await selectFilled(database, engagementIds, monday);
  const ids = engagementIds.filter((id) => !filled.has(id));
  const plans = await selectPlans(database, ids);
  return new Map([...plans].map(([id, versions]) => [id, wantedDays(monday, versions)]));
}

/** How many weeks beyond the rows the next visits are looked for: a service begins within a year. */
const weeksBeyond = 53;

/** @returns by services, the days beyond the rows on which their plans want visits, in order */
export async function wantedBeyond(
  world: Pick<World, 'clock' | 'database'>,
  engagementIds: readonly string[],
): Promise<Map<string, Temporal.PlainDate[]>> {
  if (engagementIds.length === 0) return new Map();
  const plans = await selectPlans(world.database, engagementIds);
  const first = firstWeekBeyond(world);
  const weeks = Array.from({ length: weeksBeyond }, (_, ahead) => addDays(first, ahead * 7));
  const daysOf = (versions: PlanVersion[]) =>
    weeks.flatMap((monday) => wantedDays(monday, versions).map(({ day }) => Temporal.PlainDate.from(day)));
  return new Map([...plans].map(([id, versions]) => [id, daysOf(versions)]));
}
