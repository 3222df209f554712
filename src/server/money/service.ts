import type * as z from 'zod/mini';
import type { money as contract, Figures, MoneyEntry, MoneyRow } from '#contract/money.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import {
  daysOfRange,
  figureNames,
  firstOfStep,
  type MoneyFigure,
  type MoneyStep,
  moneyFigures,
  nextStep,
} from '#domain/money.ts';
import type { World } from '../world.ts';
import { selectEntries, selectSums } from './store.ts';

type Money = z.output<typeof contract.getMoney.response>;
type MoneyQuery = z.output<typeof contract.getMoney.query>;

/** @returns the figures of the days that were asked for, by day, week or month; nothing after the last day counts */
export async function getMoney(world: World, { range, from, to, by = 'day' }: MoneyQuery): Promise<Money> {
  const days =
    from && to
      ? { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) }
      : daysOfRange(range ?? 'this-month', businessDay(world.clock.now()));
  const found = await selectSums(world.database, { from: days.from.toString(), to: days.to.toString(), by });
  const sums = Map.groupBy(found, ({ first }) => first?.toString() ?? '');
  const sumOf = (first: string, name: MoneyFigure) => {
    const { sign, kinds } = moneyFigures[name];
    const ofKinds = sums.get(first)?.filter(({ kind }) => kinds.includes(kind)) ?? [];
    return sign * ofKinds.reduce((sum, { amount }) => sum + amount, 0);
  };
  let owed = sumOf('', 'owed');
  const rows = stepsIn(days, by).map(({ first, ...row }): MoneyRow => {
    const figures = figuresOf((name) => sumOf(first, name));
    owed += figures.owed;
    return { ...row, figures: { ...figures, owed } };
  });
  const totals = { ...figuresOf((name) => rows.reduce((sum, { figures }) => sum + figures[name], 0)), owed };
  return { from: calendarDay(days.from), to: calendarDay(days.to), by, rows, totals };
}

/** Zero has no sign. */
const figuresOf = (amountOf: (name: MoneyFigure) => number) =>
  Object.fromEntries(figureNames.map((name) => [name, amountOf(name) || 0])) as Figures;

type Days = { from: Temporal.PlainDate; to: Temporal.PlainDate };

/** @returns the steps that these days are in, of the first and the last one what is within the days */
function stepsIn({ from, to }: Days, by: MoneyStep) {
  const steps = [];
  for (let first = firstOfStep(from, by); Temporal.PlainDate.compare(first, to) <= 0; first = nextStep(first, by)) {
    const last = nextStep(first, by).subtract({ days: 1 });
    const isBefore = Temporal.PlainDate.compare(first, from) < 0;
    const isBehind = Temporal.PlainDate.compare(last, to) > 0;
    steps.push({
      first: first.toString(),
      from: calendarDay(isBefore ? from : first),
      to: calendarDay(isBehind ? to : last),
    });
  }
  return steps;
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
