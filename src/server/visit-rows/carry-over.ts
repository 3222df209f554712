import { randomUUIDv7 } from 'node:crypto';
import { weekDayOf } from '#domain/calendar.ts';
import { addDays, earlierDay, type IsoDay, laterDay, weekOf } from '#domain/iso-days.ts';
import type { DayOff } from '#domain/reconcile.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { type PlanVersion, wantedDays } from '#domain/wanted-days.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { type Service, selectServices } from './carry-over-store.ts';
import { updateChosen } from './choose-store.ts';
import { fill } from './fill.ts';
import { selectRules, type VisitRow, writeVisits } from './fill-store.ts';
import { hasVisits, planOf } from './plans.ts';
import { insertPlans, type NewPlan } from './plans-store.ts';
import { settle } from './settle.ts';

/**
 * Makes the plans and the rows of visits of services from before there were any: from their schedules, moves, works and skips.
 * @param engagementIds which have no plans and no rows yet; they are locked
 * @returns how many visits count as chosen by staff of which that is not known: other weekdays have left them where they were
 */
export async function carryOver(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  engagementIds: readonly string[],
): Promise<number> {
  const now = world.clock.now();
  const today = firstDayToCome(now).toString();
  const known = await selectRules(transaction, engagementIds, today);
  const knownBy = new Map(known.map((one) => [one.engagementId, one]));
  const services = await selectServices(transaction, engagementIds);
  const carried = services.flatMap((service) => {
    const rules = knownBy.get(service.engagementId);
    if (!rules) return [];
    const rows = rowsOf(service, rules, today);
    return [{ rows, plans: plansOf(service, rows, today).map((plan) => ({ ...plan, madeAt: now })) }];
  });
  const rows = carried.flatMap((one) => one.rows);
  const chosen = rows.filter(({ setDay }) => setDay !== null);
  const made = carried.flatMap(({ plans }) => plans);
  if (rows.length > 0) await writeVisits(transaction, [], rows, { at: now, by: null });
  if (chosen.length > 0) await updateChosen(transaction, chosen);
  await insertPlans(transaction, made);
  await fill(world, transaction, engagementIds);
  const isAhead = ({ isKept, day }: Service['moves'][number]) => isKept && day !== null && day >= today;
  return services.reduce((count, { moves }) => count + moves.filter(isAhead).length, 0);
}

type Rules = Awaited<ReturnType<typeof selectRules>>[number];

/** @returns the rows of what was moved, begun, made or taken off; what the plan has besides `fill` makes */
function rowsOf(service: Service, { happened, from, daysOff }: Rules, today: IsoDay): VisitRow[] {
  const monday = weekOf(today);
  const moved = service.moves.flatMap((move): VisitRow[] => {
    const { originalDay, day, worker } = move;
    if (!day || !hasVisits(service) || (day < from && originalDay < from)) return [];
    // A day off moves it again, from where the plan has it.
    const setDay = !isOfDayOff(move, daysOff) ? day : worker ? originalDay : null;
    return [
      {
        ...{ id: randomUUIDv7(), engagementId: service.engagementId, madeFor: originalDay, nth: 0 },
        ...{ setDay, setWorker: worker, setAt: setDay ? momentOf(move.movedAt) : 0 },
        ...{ home: originalDay, day, worker: worker ?? service.worker, state: 'planned', offBy: null },
      },
    ];
  });
  const isLeft = ({ state, day, madeFor }: VisitRow) => state !== 'planned' || day >= today || madeFor >= monday;
  const counts = new Map<IsoDay, number>();
  return settle(service.engagementId, moved, happened, from)
    .filter(isLeft)
    .sort((one, other) => (one.madeFor < other.madeFor ? -1 : 1))
    .map(({ was: _, ...row }) => {
      const nth = counts.get(weekOf(row.madeFor)) ?? 0;
      counts.set(weekOf(row.madeFor), nth + 1);
      // Of one that a customer or staff took off it is not noted whose it was.
      return { ...row, worker: row.worker ?? service.worker, nth };
    });
}

const momentOf = (at: Temporal.Instant) => at.epochMilliseconds / 1000;

/** Whether a visit is where days off put it that stand still. */
function isOfDayOff({ holidayId, isKept, originalDay, day }: Service['moves'][number], daysOff: readonly DayOff[]) {
  if (!holidayId || isKept) return false;
  const way = [originalDay];
  const toFrom = (on: IsoDay) => daysOff.find((one) => one.day === on)?.to;
  for (let to = toFrom(originalDay); to && !way.includes(to); to = toFrom(to)) way.push(to);
  return way.at(-1) === day;
}

type Plan = Omit<NewPlan, 'madeAt'>;

/**
 * The version that counts from today on, or from the day on which its worker or weekdays begin: before it the plan has visits on no
 * day. Versions of one week each say which days of before have their rows.
 */
function plansOf(service: Service, rows: readonly VisitRow[], today: IsoDay): Plan[] {
  if (!hasVisits(service)) return [];
  const plan = { ...planOf(service), engagementId: service.engagementId };
  const nowhere = service.moves.filter(({ day, originalDay }) => day === null && originalDay >= today);
  const begins = nowhere.map(({ originalDay }) => addDays(originalDay, 1)).reduce(laterDay, today);
  const firstDay = laterDay(begins, plan.startDay);
  const current = { ...plan, firstDay, endedOn: null, endedHow: null };
  const version: PlanVersion = { ...current, firstDay: plan.startDay, worker: service.worker };
  const ahead = rows.filter(({ day, state }) => day >= today && state === 'planned').map(({ madeFor }) => madeFor);
  const days = new Map<IsoDay, Set<IsoDay>>();
  const first = ahead.reduce(earlierDay, today);
  for (let week = weekOf(first); week < firstDay; week = addDays(week, 7)) {
    const isMoved = (on: IsoDay) => service.moves.some(({ originalDay }) => originalDay === on);
    const homes = rows.map(({ home }) => home).filter((home) => weekOf(home) === week);
    const others = wantedDays(week, [version])
      .map(({ day }) => day)
      .filter((day) => day >= today && !isMoved(day));
    days.set(week, new Set([...homes, ...others].filter((day) => day < firstDay)));
  }
  const before = [...days].flatMap(([week, homes]): Plan[] => {
    if (homes.size === 0) return [];
    const rhythm = { interval: 1, weekOffset: 0, startDay: week };
    const own = [...homes].map((day) => weekDayOf(Temporal.PlainDate.from(day)));
    const endedOn = earlierDay(addDays(week, 7), firstDay);
    return [{ ...plan, ...rhythm, firstDay: week, weekDays: own, endedOn, endedHow: 'ended' }];
  });
  return [...before, current];
}
