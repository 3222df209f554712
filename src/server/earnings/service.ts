import type * as z from 'zod/mini';
import type { earnings as contract, EarnedLine } from '#contract/earnings.ts';
import { businessDay, calendarDay, isoWeekOf, mondayOf } from '#domain/calendar.ts';
import { csvOf } from '#domain/csv.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import {
  type DayOfWork,
  isWorker,
  selectCollected,
  selectDays,
  selectFailedPayout,
  selectLines,
  selectMonths,
} from './store.ts';

const visitsPerPage = 50;

type Earnings = z.output<typeof contract.getEarnings.response>;

/** Staff may ask for anybody, and so for nobody. */
async function requireWorker(world: World, caller: Caller, workerProfileId: string): Promise<void> {
  if (profileIds(caller).includes(workerProfileId) || (await isWorker(world.database, workerProfileId))) return;
  throw notFound('Profile');
}

/**
 * @returns what a worker's visits of today, this week, this month and this year have earned, by the visit's day
 * @throws ApiError NOT_FOUND, as the others here, when staff ask for a worker that is not there
 */
export async function getEarnings(world: World, caller: Caller, workerProfileId: string): Promise<Earnings> {
  const today = businessDay(world.clock.now());
  const monday = mondayOf(isoWeekOf(today));
  const newYear = today.with({ month: 1, day: 1 });
  const from = Temporal.PlainDate.compare(monday, newYear) < 0 ? monday : newYear;
  const days = await selectDays(world.database, { workerProfileId, from: from.toString(), to: today.toString() });
  if (days.length === 0) await requireWorker(world, caller, workerProfileId);
  const since = (first: Temporal.PlainDate) =>
    sumOf(days.filter(({ date }) => Temporal.PlainDate.compare(date, first) >= 0));
  return {
    today: calendarDay(today),
    day: since(today),
    week: since(monday),
    month: since(today.with({ day: 1 })),
    year: since(newYear),
  };
}

function sumOf(days: readonly DayOfWork[]): Earnings['day'] {
  const sum = { visits: 0, price: 0, fee: 0, share: 0, givenBack: 0, tips: 0, paid: 0, onItsWay: 0, expected: 0 };
  for (const { visits, price, fee, paid, onItsWay, givenBack, tips } of days) {
    sum.visits += visits;
    sum.price += price;
    sum.fee += fee;
    sum.paid += paid;
    sum.givenBack += givenBack;
    sum.tips += tips;
    sum.onItsWay += onItsWay;
  }
  sum.share = sum.price - sum.fee;
  sum.expected = sum.share - sum.paid - sum.onItsWay;
  return sum;
}

/** @returns a page of a worker's visits with what each has earned, and of what went back of whole bills, newest first */
export async function listEarnings(
  world: World,
  caller: Caller,
  workerProfileId: string,
  after: string | undefined,
): Promise<{ lines: EarnedLine[]; next: string | null }> {
  const { rows, next } = await selectLines(world.database, workerProfileId, { after, limit: visitsPerPage });
  if (rows.length === 0) await requireWorker(world, caller, workerProfileId);
  const lines = rows.map(({ date, price, fee, status, ...line }) => {
    const earned =
      status === 'written-off' || status === 'not-billed' ? { fee: 0, share: 0 } : { fee, share: price - fee };
    return { ...line, date: calendarDay(date), price, status, ...earned };
  });
  return { lines, next };
}

/**
 * @returns the last payout of a worker, if the bank did not take it
 * @throws ApiError NOT_FOUND, as above
 */
export async function getFailedPayout(
  world: World,
  caller: Caller,
  workerProfileId: string,
): Promise<z.output<typeof contract.getFailedPayout.response>> {
  await requireWorker(world, caller, workerProfileId);
  const failed = await selectFailedPayout(world.database, workerProfileId);
  return { failedPayout: failed?.at ? { amount: failed.amount, at: failed.at.toString() } : null };
}

/** @returns what was collected for a worker in a year, by the month of the collection */
export async function getYearOfEarnings(
  world: World,
  caller: Caller,
  workerProfileId: string,
  year: number,
): Promise<z.output<typeof contract.getYearOfEarnings.response>> {
  const months = await selectMonths(world.database, workerProfileId, year);
  if (months.length === 0) await requireWorker(world, caller, workerProfileId);
  return { months: months.map((month) => ({ ...month, share: month.price - month.fee })) };
}

/** @returns the same visit by visit, in dollars */
export async function exportEarnings(
  world: World,
  caller: Caller,
  workerProfileId: string,
  year: number,
): Promise<{ fileName: string; csv: string }> {
  const rows = await selectCollected(world.database, workerProfileId, year);
  if (rows.length === 0) await requireWorker(world, caller, workerProfileId);
  const lines = rows.map(({ day, date, street, price, fee, tips }) => [
    day.toString(),
    date?.toString() ?? '',
    street ?? 'Of a whole bill',
    price,
    fee,
    price - fee,
    tips,
  ]);
  const header = ['Collected on', 'Visit on', 'Street', 'Price', 'Fee', 'Your share', 'Tip'];
  return { fileName: `earnings-${year}.csv`, csv: csvOf([header, ...lines]) };
}
