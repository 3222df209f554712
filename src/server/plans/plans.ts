import { weekDaysInOrder } from '#domain/calendar.ts';
import { isActive } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { type IsoDay, laterDay } from '#domain/iso-days.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { firstDayAlone, type PlanVersion, planOn } from '#domain/wanted-days.ts';
import type { Transaction } from '../database/connection.ts';
import { selectVersions } from '../database/plan-versions.ts';
import { fill, noteOwn, type OwnPlan } from '../visits/fill.ts';
import { tellSoon } from '../visits/known-store.ts';
import type { World } from '../world.ts';
import { acceptWishes, endPlans, insertPlans, type NewPlan, passPlans, selectPlansToNote } from './plans-store.ts';

/** @returns whether visits of a service are due, or will be once it goes on */
export const hasVisits = <Service extends { status: EngagementStatus; worker: string | null }>(
  service: Service,
): service is Service & { worker: string } =>
  service.worker !== null && (isActive(service) || service.status === 'ENGAGEMENT_STATUS_PAUSED');

type EndedHow = NonNullable<NewPlan['endedHow']>;
type Noting = {
  /** From this day on a new version counts, if it was agreed. */
  firstDay?: Temporal.PlainDate | undefined;
  /** Why versions end. */
  endedHow?: EndedHow;
  /** How a new version is made. */
  how?: NonNullable<NewPlan['madeHow']>;
  /** Whose profile changed them; null for the program. */
  by?: string | null;
};

/**
 * Notes who has services on which weekdays, after that was changed: a version of each plan that differs from the one that was made last.
 * It counts from the first day on of which a visit is still to come; what a worker changes of a version of their own that has not begun
 * counts as that one begins. An agreed rhythm is made of what is wanted. Whoever gets a service before an agreed schedule begins has the one before until then. The versions of a
 * service without a worker, and of one that is over, end. Then it makes the visits of all as `fill` does: it is the last of what a
 * transaction does. A few statements for any number of services.
 * @param engagementIds which the transaction has locked
 */
export async function notePlan(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  engagementIds: readonly string[],
  { firstDay: agreed, endedHow = 'released', how = 'weekdays', by = null }: Noting = {},
): Promise<void> {
  const now = world.clock.now();
  const endedOn = firstDayToCome(now);
  const today = endedOn.toString();
  const services = await selectPlansToNote(transaction, engagementIds);
  const over = services.filter((service) => service.last.length > 0 && !hasVisits(service));
  const accepted = how === 'rhythm' ? await acceptWishes(transaction, engagementIds, now) : [];
  const made = services.filter(hasVisits).flatMap(({ last: [last], ...service }): NewPlan[] => {
    const plan = planOf(service);
    // A worker who has just claimed a service has it on no weekday yet.
    if (last ? isSame(last, plan) : plan.weekDays.length === 0 && how !== 'claim') return [];
    const begins = last?.workerProfileId === plan.workerProfileId ? last.firstDay : today;
    const firstDay = laterDay(agreed?.toString() ?? begins, today);
    const isClaim = !last && by === plan.workerProfileId;
    const making = { madeAt: now, madeHow: isClaim ? 'claim' : how, madeBy: by } as const;
    const wish = accepted.find(({ engagementId }) => engagementId === service.engagementId);
    return [{ ...plan, ...making, ...wish, engagementId: service.engagementId, firstDay, endedOn: null }];
  });
  const isOver = over.map(({ engagementId }) => engagementId);
  if (over.length > 0) await endPlans(transaction, isOver, {}, { endedOn, endedHow });
  const early = made.filter(({ firstDay, startDay }) => firstDay < startDay).map(({ engagementId }) => engagementId);
  const versions = early.length > 0 ? await selectVersions(transaction, early) : [];
  const before = Map.groupBy(versions, ({ engagementId }) => engagementId);
  const noted = made.flatMap((plan) => [...untilItBegins(plan, before.get(plan.engagementId) ?? []), plan]);
  if (noted.length > 0) await insertPlans(transaction, noted);
  await fill(world, transaction, engagementIds, by);
  const lastOf = new Map(services.map(({ engagementId, last: [last] }) => [engagementId, last]));
  const own = made.flatMap(({ workerProfileId: worker, madeHow = null, ...plan }): OwnPlan[] => {
    if (!worker || plan.madeBy !== worker) return [];
    const last = lastOf.get(plan.engagementId);
    const had = last?.workerProfileId === worker ? { ...last, worker, endedOn: null } : undefined;
    return [{ ...plan, worker, madeHow, had }];
  });
  await noteOwn(transaction, own, today);
  // A minute later people know that by its letters.
  if (over.length > 0) await tellSoon(world, transaction, isOver);
}

type Version = Awaited<ReturnType<typeof selectVersions>>[number];

/**
 * Until a schedule that was agreed begins, a service has the one before. Whoever gets the service meanwhile has both.
 * @returns the versions in force until a new one's schedule begins, as its worker's; none if they are that worker's
 */
function untilItBegins(plan: NewPlan, versions: readonly Version[]): NewPlan[] {
  const { firstDay, startDay, workerProfileId } = plan;
  const isBetween = (day: IsoDay) => firstDay < day && day < startDay;
  const changes = versions.flatMap((one) => [laterDay(one.firstDay, one.startDay), one.endedOn ?? firstDay]);
  const days = [firstDay, ...new Set(changes.filter(isBetween).sort())];
  const inForce = days.map((day) => ({ day, version: planOn(versions, day) }));
  if (inForce.every(({ version }) => !version || version.worker === workerProfileId)) return [];
  return inForce.flatMap(({ day, version }, index) => {
    if (!version || version === inForce[index - 1]?.version) return [];
    const { id: _, worker: __, ...rest } = version;
    const { feePercent, madeAt, madeHow, madeBy } = plan;
    const making = { workerProfileId, feePercent, madeAt, madeHow, madeBy, toldAt: null };
    return [{ ...rest, ...making, firstDay: day, wantedBy: null, wantedAt: null, acceptedAt: null }];
  });
}

/**
 * @param plan what a service that is locked is to be from a day on
 * @returns the day from which on its days are those of this plan alone: that one, or the Monday after it where they mix with those before
 */
export async function firstDayOfPlan(
  transaction: Transaction,
  engagementId: string,
  { startDay, ...plan }: Omit<PlanVersion, 'firstDay' | 'startDay' | 'endedOn'> & { startDay: Temporal.PlainDate },
  firstDay: Temporal.PlainDate,
): Promise<Temporal.PlainDate> {
  const versions = await selectVersions(transaction, [engagementId]);
  const version = { ...plan, startDay: startDay.toString(), firstDay: firstDay.toString(), endedOn: null };
  return Temporal.PlainDate.from(firstDayAlone(versions, version));
}

/** What one worker has of a service without a break, by the versions of its plan that have not ended, in the order they were made. */
export type Tenure = { worker: string; versions: Version[]; firstDay: IsoDay; since: Temporal.Instant };

/** @returns whose a service is and was, the worker who has it first: back to the one who claimed it, or was given it while it was open */
export async function selectTenures(transaction: Transaction, engagementId: string): Promise<Tenure[]> {
  const tenures: Tenure[] = [];
  for (const version of await selectVersions(transaction, [engagementId])) {
    const { worker, firstDay, madeAt, endedOn } = version;
    if (!worker || endedOn) continue;
    const [last] = tenures;
    if (last?.worker !== worker) tenures.unshift({ worker, versions: [version], firstDay, since: madeAt });
    else {
      last.versions.push(version);
      if (firstDay < last.firstDay) last.firstDay = firstDay;
    }
  }
  return tenures;
}

/** Ends versions of a service's plan that are taken back, before `notePlan`: those before them count again. So does what is wanted end. */
export async function takeBackPlan(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  engagementId: string,
  which: { tenures: readonly Tenure[] } | { startDay: Temporal.PlainDate } | 'wish',
  endedHow: 'declined' | 'ended' = 'ended',
): Promise<void> {
  const of =
    which !== 'wish' && 'tenures' in which
      ? { ids: which.tenures.flatMap(({ versions }) => versions.map(({ id }) => id)) }
      : which;
  await endPlans(transaction, [engagementId], of, { endedOn: firstDayToCome(clock.now()), endedHow });
}

/** Gives the days that workers who leave have of others' services to those whose they are, before `fill`. @returns these services */
export const passDays = async ({ clock }: Pick<World, 'clock'>, transaction: Transaction, workerProfileIds: string[]) =>
  await passPlans(transaction, workerProfileIds, firstDayToCome(clock.now()));

type Service = Awaited<ReturnType<typeof selectPlansToNote>>[number];
type Served = Omit<Service, 'last' | 'worker'> & { worker: string };

/** @returns what a service says of its plan, as a version has it */
export const planOf = ({ worker, feePercent, frequency, interval, weekOffset, startDay, weekDays }: Served) => ({
  ...{ workerProfileId: worker, feePercent, frequency, interval, weekOffset, startDay },
  weekDays: weekDaysInOrder.filter((day) => weekDays.some(({ dayOfWeek }) => dayOfWeek === day)),
});

const isSame = (version: Service['last'][number], plan: ReturnType<typeof planOf>) =>
  (Object.keys(plan) as (keyof typeof plan)[]).every((key) => String(version[key]) === String(plan[key]));
