import { and, eq, sql } from 'drizzle-orm';
import type { WeekDay } from '#domain/calendar.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { selectVersions } from '../database/plan-versions.ts';
import { isOpenWish } from '../database/schema/states.ts';
import { plans } from '../database/schema/visits.ts';
import type { RhythmFields } from './schedules-store.ts';

/** Another rhythm that is wanted of a service: a version of its plan that nobody has agreed to yet. */
export type Wish = Pick<typeof plans.$inferSelect, 'engagementId' | 'frequency' | 'interval' | 'startDay'> & {
  /** The profile that asked for it, and when. */
  wantedBy: 'customer' | 'employee';
  wantedAt: Temporal.Instant;
  /** The worker who was asked; one who takes the service over is asked, too. */
  asked: string | null;
};

const ofService = (engagementId: string) => and(eq(plans.engagementId, engagementId), isOpenWish(plans));

/** @returns the rhythm that waits for an answer; undefined when none does */
export async function selectWish(database: Queryable, engagementId: string): Promise<Wish | undefined> {
  const [one] = await database
    .select({
      engagementId: plans.engagementId,
      frequency: plans.frequency,
      interval: plans.interval,
      startDay: plans.startDay,
      wantedBy: sql<Wish['wantedBy']>`${plans.wantedBy}`,
      wantedAt: sql`${plans.wantedAt}`.mapWith(plans.wantedAt),
      asked: plans.workerProfileId,
    })
    .from(plans)
    .where(ofService(engagementId));
  return one;
}

/** Lets a rhythm be wanted of a service, unless yet another one is. */
export async function insertWish(transaction: Transaction, wish: Omit<Wish, 'asked'>): Promise<void> {
  const { startDay, wantedAt } = wish;
  const version = { ...wish, firstDay: startDay, weekDays: [], weekOffset: 0, madeAt: wantedAt };
  await transaction.insert(plans).values(version).onConflictDoNothing();
}

/** Notes which worker was asked for what is wanted. */
export async function markAsked(transaction: Transaction, engagementId: string, worker: string): Promise<void> {
  await transaction.update(plans).set({ workerProfileId: worker }).where(ofService(engagementId));
}

/** @returns the worker who has accepted a rhythm last that a service is to have, begun or not */
export async function selectAcceptor(database: Queryable, engagementId: string): Promise<string | undefined> {
  const versions = await selectVersions(database, [engagementId]);
  return versions.findLast(({ acceptedAt }) => acceptedAt !== null)?.madeBy ?? undefined;
}

/** What a service has until the rhythm begins that its worker has accepted. */
export type RhythmBefore = RhythmFields & {
  weekDays: WeekDay[];
  /** The first day of the other one. */
  until: Temporal.PlainDate;
  /** The worker who has accepted that, and who had asked for it. */
  acceptedBy: string | null;
  askedBy: Wish['wantedBy'];
};

/** @returns what a service has until the rhythm begins that its worker has accepted; undefined when it has none, or that one has begun */
export async function rhythmBefore(
  database: Queryable,
  { engagement, startDay }: { engagement: { id: string }; startDay: Temporal.PlainDate },
  today: Temporal.PlainDate,
): Promise<RhythmBefore | undefined> {
  const versions = (await selectVersions(database, [engagement.id])).filter(({ endedOn }) => endedOn === null);
  const toCome = versions.filter((one) => one.acceptedAt !== null && one.startDay > today.toString());
  const accepted = toCome.findLast((one) => one.startDay === startDay.toString());
  // A worker may have chosen other weekdays for what they have accepted.
  const isOf = (one: (typeof versions)[number]) =>
    toCome.some(({ id, startDay }) => id <= one.id && startDay === one.startDay);
  const before = accepted && versions.findLast((one) => one.id < accepted.id && !isOf(one));
  if (!accepted?.wantedBy || !before) return undefined;
  const { frequency, interval, weekOffset, weekDays } = before;
  const rhythm = { frequency, interval, weekOffset, startDay: Temporal.PlainDate.from(before.startDay) };
  return { ...rhythm, weekDays, until: startDay, acceptedBy: accepted.madeBy, askedBy: accepted.wantedBy };
}
