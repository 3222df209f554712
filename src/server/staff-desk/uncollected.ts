import type { UnpayableWorker, WrittenOffCharge } from '#contract/staff-desk.ts';
import { calendarDay } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import type { World } from '../world.ts';
import {
  countUnpayableWorkers,
  countWrittenOff,
  selectUnpayableWorkers,
  selectWrittenOff,
} from './uncollected-store.ts';

/** The lists have no page of their own: so many rows are on the desk. */
const rowsShown = 50;
const writtenOffDays = 30;

/** @returns the workers whose accounts may not be paid, and what is held until they may */
export async function unpayableWorkers({ database }: World): Promise<{ count: number; rows: UnpayableWorker[] }> {
  const [count, rows] = await Promise.all([
    countUnpayableWorkers(database),
    selectUnpayableWorkers(database, rowsShown),
  ]);
  return {
    count,
    rows: rows.map(({ worker, restrictedAt, heldAmount }) => ({
      worker: { profileId: worker.profileId, name: fullName(worker) },
      restrictedAt: restrictedAt?.toString() ?? null,
      heldAmount,
    })),
  };
}

/** @returns what was too small to be collected and was given up lately */
export async function writtenOffCharges({
  database,
  clock,
}: World): Promise<{ count: number; rows: WrittenOffCharge[] }> {
  const since = clock.now().subtract({ hours: 24 * writtenOffDays });
  const [count, rows] = await Promise.all([
    countWrittenOff(database, since),
    selectWrittenOff(database, since, rowsShown),
  ]);
  return {
    count,
    rows: rows.map(({ chargeId, engagementId, customer, amount, visitDate }) => ({
      chargeId,
      engagementId,
      customer: { profileId: customer.profileId, name: fullName(customer) },
      amount,
      visitDay: calendarDay(visitDate),
    })),
  };
}
