import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { daysOfTemplate } from '../database/days-of-template.ts';
import { lockEngagements } from '../database/lock-engagements.ts';
import { prepared } from '../database/prepared.ts';
import { type EngagementFields, engagements, scheduleTemplates } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isAgreed } from '../database/schema/states.ts';
import { plans } from '../database/schema/visits.ts';

const lockProfiles = prepared('lock_profiles', (database) =>
  database
    .select({ id: profiles.id })
    .from(profiles)
    .where(sql`${profiles.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .orderBy(asc(profiles.id))
    .for('no key update'),
);
/**
 * Makes everybody else who changes these engagements or these workers' plans wait until the transaction ends. Plans come
 * first and each kind in the order of its ids, as everywhere, so that two who lock the same never wait for each other.
 */
export async function lockPlansAndEngagements(
  transaction: Transaction,
  workerProfileIds: string[],
  engagementIds: string[],
): Promise<void> {
  await lockProfiles(transaction, { ids: workerProfileIds });
  await lockEngagements(transaction, { ids: engagementIds });
}

/** An engagement with what decides when its visits are. */
export type Schedule = NonNullable<Awaited<ReturnType<typeof lockSchedule>>>;

const lockOneWithTemplate = prepared('lock_schedule', (database) =>
  database
    .select({
      engagement: {
        id: engagements.id,
        version: engagements.version,
        status: engagements.status,
        customerProfileId: engagements.customerProfileId,
        workerProfileId: engagements.workerProfileId,
        createdAt: engagements.createdAt,
        activeSince: engagements.activeSince,
      },
      templateId: scheduleTemplates.id,
      period: scheduleTemplates.period,
      frequency: scheduleTemplates.frequency,
      interval: scheduleTemplates.interval,
      weekOffset: scheduleTemplates.weekOffset,
      startDay: scheduleTemplates.startDay,
    })
    .from(engagements)
    .innerJoin(scheduleTemplates, eq(scheduleTemplates.engagementId, engagements.id))
    .where(eq(engagements.id, sql.placeholder('engagementId')))
    .for('no key update', { of: engagements }),
);
const weekDaysOf = prepared('week_days', (database) =>
  database
    .select({ weekDays: daysOfTemplate })
    .from(scheduleTemplates)
    .where(eq(scheduleTemplates.engagementId, sql.placeholder('engagementId'))),
);

/** @returns an engagement with its schedule, locked until the transaction ends */
export async function lockSchedule(transaction: Transaction, engagementId: string) {
  // Read once the lock is held: what waited for it may have moved the visit.
  const [locked] = await lockOneWithTemplate(transaction, { engagementId });
  const [plan] = await weekDaysOf(transaction, { engagementId });
  if (!locked || !plan) return undefined;
  return { ...locked, weekDays: plan.weekDays.map((day) => day.dayOfWeek) };
}

/**
 * Changes an engagement if it still is the version that the caller saw.
 * @returns the version it is now; undefined when somebody else was faster
 */
export async function updateEngagementRow(
  database: Queryable,
  expected: { id: string; version: number },
  fields: EngagementFields,
): Promise<number | undefined> {
  const [updated] = await database
    .update(engagements)
    .set({ ...fields, version: sql`${engagements.version} + 1` })
    .where(and(eq(engagements.id, expected.id), eq(engagements.version, expected.version)))
    .returning({ version: engagements.version });
  return updated?.version;
}

export type TemplateFields = { isPinned?: boolean | undefined; weekOffset?: number | undefined };
export type RhythmFields = { frequency: number; interval: number; startDay: Temporal.PlainDate; weekOffset: number };

/** Pins or unpins an engagement's place in the day's order, has it begin in the other week, or gives it another rhythm. */
export async function updateTemplate(
  transaction: Transaction,
  scheduleTemplateId: string,
  fields: TemplateFields | Partial<RhythmFields>,
): Promise<void> {
  await transaction.update(scheduleTemplates).set(fields).where(eq(scheduleTemplates.id, scheduleTemplateId));
}

/** @returns the workers to whom one of these engagements may be given back, and who have them, for their plans to be locked */
export async function selectWorkersBefore(
  transaction: Transaction,
  engagementIds: readonly string[],
): Promise<string[]> {
  if (engagementIds.length === 0) return [];
  const rows = await transaction
    .selectDistinct({ id: plans.workerProfileId })
    .from(plans)
    .where(and(inArray(plans.engagementId, [...engagementIds]), isAgreed(plans), isNull(plans.endedOn)))
    .orderBy(plans.workerProfileId);
  return rows.flatMap(({ id }) => id ?? []);
}
