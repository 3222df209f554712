import type * as z from 'zod/mini';
import type { money as contract, Figures, MoneyEntry, MoneyRow } from '#contract/money.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { daysOfRange, stepsIn } from '#domain/day-ranges.ts';
import { fullName } from '#domain/labels.ts';
import { type EntryKind, entryKinds } from '#domain/ledger.ts';
import { figureNames, moneyFigures } from '#domain/money.ts';
import { recordOf } from '#domain/record-of.ts';
import type { World } from '../world.ts';
import { type KindSum, selectEntries, selectSums } from './store.ts';

type Money = z.output<typeof contract.getMoney.response>;
type MoneyQuery = z.output<typeof contract.getMoney.query>;

/** @returns the figures of the days that were asked for, by day, week or month; nothing after the last day counts */
export async function getMoney(world: World, { range, from, to, by = 'day' }: MoneyQuery): Promise<Money> {
  const days =
    from && to
      ? { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) }
      : daysOfRange(range ?? 'this-month', businessDay(world.clock.now()));
  const found = await selectSums(world.database, { from: days.from.toString(), to: days.to.toString(), by });
  const sums = sumsOf(found);
  let { owed } = sums.get(null) ?? nothing;
  const rows = stepsIn(days, by).map(({ first, ...row }): MoneyRow => {
    const figures = sums.get(first) ?? nothing;
    owed += figures.owed;
    return { ...row, figures: { ...figures, owed } };
  });
  const totals = { ...nothing };
  for (const { figures } of rows) for (const name of figureNames) totals[name] += figures[name];
  return { from: calendarDay(days.from), to: calendarDay(days.to), by, rows, totals: { ...totals, owed } };
}

const nothing = recordOf(figureNames, () => 0);

const figuresOfKind = (kind: EntryKind) => figureNames.filter((name) => moneyFigures[name].kinds.includes(kind));
const figuresBy = recordOf(Object.keys(entryKinds) as EntryKind[], figuresOfKind);

/** @returns the figures of each step, by its first day, and under null those of the days before */
function sumsOf(found: KindSum[]): Map<string | null, Figures> {
  const sums = new Map<string | null, Figures>();
  for (const { first, kind, amount } of found) {
    const figures = sums.get(first) ?? { ...nothing };
    sums.set(first, figures);
    for (const name of figuresBy[kind] ?? []) figures[name] += moneyFigures[name].sign * amount;
  }
  return sums;
}

/** @returns a page of the entries that a figure is the sum of, newest first */
export async function listMoneyEntries(
  world: World,
  { figure, from = '1900-01-01', to, after }: z.output<typeof contract.listMoneyEntries.query>,
): Promise<{ entries: MoneyEntry[]; next: string | null }> {
  const { rows, next } = await selectEntries(world.database, { figure, from, to, after });
  return {
    entries: rows.map(({ id, day, kind, amount, customer, worker, visitDay, engagementId, bill }) => ({
      id,
      day: calendarDay(day),
      kind,
      amount: moneyFigures[figure].sign * amount,
      customer: customer && { id: customer.id, name: fullName(customer) },
      worker: worker && { id: worker.id, name: fullName(worker) },
      visitDay: visitDay && calendarDay(visitDay),
      engagementId,
      bill,
    })),
    next,
  };
}
