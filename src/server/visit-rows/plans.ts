import { weekDaysInOrder } from '#domain/calendar.ts';
import { isActive } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { laterDay } from '#domain/iso-days.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { type Ending, endPlans, insertPlans, type NewPlan, selectPlansToNote } from './plans-store.ts';

/** @returns whether visits of a service are due, or will be once it goes on */
export const hasVisits = <Service extends { status: EngagementStatus; worker: string | null }>(
  service: Service,
): service is Service & { worker: string } =>
  service.worker !== null && (isActive(service) || service.status === 'ENGAGEMENT_STATUS_PAUSED');

type EndedHow = NonNullable<NewPlan['endedHow']>;

/**
 * Notes who has services on which weekdays, after that was changed: a version of each plan that differs from the one that was made last.
 * The versions of a service without a worker, and of one that is over, end. A few statements for any number of services.
 * @param engagementIds which the transaction has locked
 * @param firstDay from which on the new versions count; unless given, from the first day of which a visit is still to come
 * @param endedHow why versions end
 */
export async function notePlan(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  engagementIds: readonly string[],
  { firstDay, endedHow = 'released' }: { firstDay?: Temporal.PlainDate; endedHow?: EndedHow } = {},
): Promise<void> {
  const now = clock.now();
  const endedOn = firstDayToCome(now);
  const today = endedOn.toString();
  const from = firstDay?.toString() ?? today;
  const services = await selectPlansToNote(transaction, engagementIds);
  const over = services.filter((service) => service.last.length > 0 && !hasVisits(service));
  const made = services.filter(hasVisits).flatMap(({ last: [last], ...service }): NewPlan[] => {
    const plan = planOf(service);
    if (last && isSame(last, plan)) return [];
    return [
      { ...plan, engagementId: service.engagementId, firstDay: laterDay(from, today), endedOn: null, madeAt: now },
    ];
  });
  const isOver = over.map(({ engagementId }) => engagementId);
  if (over.length > 0) await endPlans(transaction, isOver, {}, { endedOn, endedHow });
  if (made.length > 0) await insertPlans(transaction, made);
}

/** Ends versions that are taken back: those before them count again. @param which all of the services', unless given */
export async function endVersions(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  engagementIds: readonly string[],
  which: Ending,
  endedHow: EndedHow,
): Promise<void> {
  await endPlans(transaction, engagementIds, which, { endedOn: firstDayToCome(clock.now()), endedHow });
}

type Service = Awaited<ReturnType<typeof selectPlansToNote>>[number];
type Served = Omit<Service, 'last' | 'worker'> & { worker: string };

/** @returns what a service says of its plan, as a version has it */
export const planOf = ({ worker, feePercent, frequency, interval, weekOffset, startDay, weekDays }: Served) => ({
  ...{ workerProfileId: worker, feePercent, frequency, interval, weekOffset, startDay },
  weekDays: weekDaysInOrder.filter((day) => weekDays.some(({ dayOfWeek }) => dayOfWeek === day)),
});

const isSame = (version: Service['last'][number], plan: ReturnType<typeof planOf>) =>
  (Object.keys(plan) as (keyof typeof plan)[]).every((key) => String(version[key]) === String(plan[key]));
