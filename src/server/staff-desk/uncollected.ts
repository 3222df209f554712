import type { UnpayableWorker, WrittenOffCharge } from '#contract/staff-desk.ts';
import { calendarDay } from '#domain/calendar.ts';
import type { World } from '../world.ts';
import { section, toPerson } from './desk-list.ts';
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
export async function unpayableWorkers({ database }: World) {
  const list = {
    count: () => countUnpayableWorkers(database),
    select: async () => ({ rows: await selectUnpayableWorkers(database, rowsShown) }),
    show: ({ worker, restrictedAt, heldAmount }: Row<typeof selectUnpayableWorkers>): UnpayableWorker => ({
      worker: toPerson(worker),
      restrictedAt: restrictedAt?.toString() ?? null,
      heldAmount,
    }),
  };
  return await section(list);
}

/** @returns what was too small to be collected and was given up lately */
export async function writtenOffCharges({ database, clock }: World) {
  const since = clock.now().subtract({ hours: 24 * writtenOffDays });
  const list = {
    count: () => countWrittenOff(database, since),
    select: async () => ({ rows: await selectWrittenOff(database, since, rowsShown) }),
    show: ({ customer, visitDate, ...charge }: Row<typeof selectWrittenOff>): WrittenOffCharge => ({
      ...charge,
      customer: toPerson(customer),
      visitDay: calendarDay(visitDate),
    }),
  };
  return await section(list);
}

type Row<Select extends (...input: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Select>>[number];
