import { businessDay } from '#domain/calendar.ts';
import { isActive, isLive } from '#domain/engagement-status.ts';
import { recurringKind, recurringRevenue } from '#domain/reports.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import {
  deleteSteps,
  lockSums,
  type ServiceRow,
  selectServices,
  sumMonths,
  sumRecurring,
  sumVisits,
  takeTouches,
  writeSteps,
} from './keep-store.ts';

const batch = 2000;

/**
 * Sums anew each day of which something has changed, and notes how the recurring revenue of each service that has changed
 * stands today. One process at a time does it; what changes meanwhile is there the next time.
 */
export async function keepSums(world: World): Promise<void> {
  let taken: number;
  do {
    taken = await world.database.transaction(async (transaction) => {
      if (!(await lockSums(transaction))) return 0;
      const touches = await takeTouches(transaction, batch);
      const days = new Set(touches.flatMap(({ day }) => day ?? []));
      for (const day of days) await sumVisits(transaction, day);
      if (days.size > 0) await sumMonths(transaction, days);
      await noteSteps(world, transaction, [...new Set(touches.flatMap(({ engagementId }) => engagementId ?? []))]);
      return touches.length;
    });
  } while (taken === batch);
}

async function noteSteps(world: World, transaction: Transaction, engagementIds: string[]): Promise<void> {
  if (engagementIds.length === 0) return;
  const now = world.clock.now();
  const today = businessDay(now);
  const services = await selectServices(transaction, engagementIds, today.toString());
  const steps = services.map((service) => stepOf(service, today));
  await deleteSteps(transaction, engagementIds, today.toString());
  await writeSteps(
    transaction,
    steps.filter((step) => step !== undefined),
  );
  for (const day of new Set([today, ...steps.flatMap((step) => step?.day ?? [])].map(String))) {
    await sumRecurring(transaction, day);
  }
}

function stepOf(service: ServiceRow, today: Temporal.PlainDate) {
  const { id: engagementId, last, activeSince, cancelReason } = service;
  const [before, after] = [last?.amountAfter ?? 0, recurringRevenue(service)];
  const isOver = !isLive(service);
  const kind = recurringKind({
    before,
    after,
    wasServed: last !== null,
    hasEnded: isOver,
    hadLeft: last?.kind === 'left',
  });
  if (!kind) return undefined;
  // What was served before anybody kept this began when its visits became due.
  const day = !last && isActive(service) && activeSince ? earlier(businessDay(activeSince), today) : today;
  return {
    engagementId,
    day,
    kind,
    amountBefore: before,
    amountAfter: isOver ? 0 : after,
    reason: isOver ? cancelReason : null,
  };
}

const earlier = (a: Temporal.PlainDate, b: Temporal.PlainDate) => (Temporal.PlainDate.compare(a, b) < 0 ? a : b);
