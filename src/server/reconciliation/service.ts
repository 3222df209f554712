import type { Reconciliation } from '#contract/reconciliation.ts';
import { businessDay } from '#domain/calendar.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { countFindings } from '../findings/store.ts';
import { type Caller, profileIds } from '../http/access.ts';
import type { World } from '../world.ts';
import { hasDueCheck, hasFailedSince, insertReconciliation, selectLast } from './store.ts';

/** From this hour of the business's day on a night has its check. */
const nightHour = 3;
/** When a check that could not look at everything is made again. */
const tryAgain = { hours: 1 };

/** @returns how the last check ended, or that one is under way */
export async function getReconciliation({ database }: Pick<World, 'database'>): Promise<Reconciliation> {
  const last = await selectLast(database);
  const { open, seen } = await countFindings(database);
  if (!last) return { lastCheck: null, open, seen };
  const { startedAt, finishedAt, failure } = last.check;
  return {
    lastCheck: {
      startedAt: startedAt.toString(),
      finishedAt: finishedAt?.toString() ?? null,
      by: last.by,
      failure,
    },
    open,
    seen,
  };
}

/**
 * Begins a check of the money, unless one is under way: then that one is the answer.
 * @returns how it stands
 */
export async function startReconciliation(world: World, caller: Caller): Promise<Reconciliation> {
  const [byProfileId = null] = profileIds(caller, 'PROFILE_TYPE_EMPLOYEE');
  await beginCheck(world, byProfileId);
  return await getReconciliation(world);
}

/**
 * Begins a check of the money, unless one is under way.
 * @param byProfileId who has asked for it; null for nobody
 */
export async function beginCheck(world: World, byProfileId: string | null): Promise<void> {
  await world.database.transaction(async (transaction) => {
    const isNew = await insertReconciliation(transaction, { startedAt: world.clock.now(), byProfileId });
    if (isNew) await world.jobs.enqueue(transaction, 'check-money', {});
  });
}

/** Begins the check of the night, and goes on with one whose process has ended. */
export async function startDueChecks(world: World): Promise<void> {
  const { database, clock, jobs } = world;
  const now = clock.now();
  const local = now.toZonedDateTimeISO(businessTimeZone);
  const night = local.hour < nightHour ? businessDay(now).subtract({ days: 1 }) : businessDay(now);
  await database.transaction(async (transaction) => {
    if (!(await hasFailedSince(transaction, now.subtract(tryAgain)))) {
      await insertReconciliation(transaction, { startedAt: now, night });
    }
    if (await hasDueCheck(transaction, now)) await jobs.enqueue(transaction, 'check-money', {});
  });
}
