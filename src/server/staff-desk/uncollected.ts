import type { UnpayableWorker, WrittenOffCharge } from '#contract/staff-desk.ts';
import { calendarDay } from '#domain/calendar.ts';
import type { World } from '../world.ts';
import { readSection, toPerson } from './desk-list.ts';
import {
  countUnpayableWorkers,
  countWrittenOff,
  selectUnpayableWorkers,
  selectWrittenOff,
} from './uncollected-store.ts';

/** How many rows the desk shows of these lists: more than of others, because they have no page of their own. */
const rowLimit = 50;
const writtenOffDays = 30;

/** @returns the workers whom we cannot pay, and the charges that are held for them, in integer cents */
export async function readUnpayableWorkers({ database }: World) {
  const list = {
    count: () => countUnpayableWorkers(database),
    select: async () => ({ rows: await selectUnpayableWorkers(database, rowLimit) }),
    show: ({ worker, restrictedAt, heldAmount }: Row<typeof selectUnpayableWorkers>): UnpayableWorker => ({
      worker: toPerson(worker),
      restrictedAt: restrictedAt?.toString() ?? null,
      heldAmount,
    }),
  };
  return await readSection(list);
}

/** @returns the charges of the last days that were written off because they were too small to collect */
export async function readWrittenOffCharges({ database, clock }: World) {
  const since = clock.now().subtract({ hours: 24 * writtenOffDays });
  const list = {
    count: () => countWrittenOff(database, since),
    select: async () => ({ rows: await selectWrittenOff(database, since, rowLimit) }),
    show: ({ customer, visitDate, ...charge }: Row<typeof selectWrittenOff>): WrittenOffCharge => ({
      ...charge,
      customer: toPerson(customer),
      visitDay: calendarDay(visitDate),
    }),
  };
  return await readSection(list);
}

type Row<Select extends (...input: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Select>>[number];
