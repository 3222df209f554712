import type * as z from 'zod/mini';
import { idPattern } from '#contract/fields.ts';
import type { reports as contract, Recurring, Report } from '#contract/reports.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { cancelReasons } from '#domain/cancel-reasons.ts';
import { daysOfRange, stepsIn } from '#domain/day-ranges.ts';
import { recordOf } from '#domain/record-of.ts';
import { mostFound, recurringKinds, type VisitDimension, visitFigures } from '#domain/reports.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { invalid } from '../http/errors.ts';
import type { World } from '../world.ts';
import { type ReportDays, type ReportRows, selectReport, type Whose } from './report-store.ts';

type Query = z.output<typeof contract.getReport.query>;

/**
 * @returns the report of the days that were asked for, or of this month; nothing after the last day counts
 * @throws ApiError INVALID_INPUT for days that are still to come, and for a worker,
 * city or product that is not known
 */
export async function getReport(world: World, query: Query): Promise<Report> {
  const { range, from, to, by = 'month' } = query;
  const today = businessDay(world.clock.now());
  const days =
    from && to
      ? { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) }
      : daysOfRange(range ?? 'this-month', today);
  requirePast(days.to, today);
  const whose = whoseOf(query);
  const rows = await world.standby.read((database) =>
    selectReport(database, { ...reportDays(days.from, days.to), ...whose, by }),
  );
  const { dimension, key } = whose;
  const isAll = dimension === 'all';
  if (!isAll && !rows.name) throw notKnown(dimension);
  const steps = stepsIn(days, by);
  return {
    from: calendarDay(days.from),
    to: calendarDay(days.to),
    by,
    of: isAll ? null : { dimension, name: rows.name ?? key },
    ...bySteps(rows, steps),
    reasons: [...cancelReasons, 'none' as const]
      .map((reason) => ({ reason, ...left(rows, reason === 'none' ? '' : reason) }))
      .filter(({ services }) => services > 0),
    workers: listOf(rows, 'worker'),
    cities: listOf(rows, 'city'),
    products: listOf(rows, 'product'),
    found: rows.found.map(({ total: _, ...way }) => way),
    isFoundCut: rows.found[0]?.total === mostFound,
  };
}

/** @throws ApiError INVALID_INPUT for a day that is still to come */
function requirePast(day: Temporal.PlainDate, today: Temporal.PlainDate): void {
  if (Temporal.PlainDate.compare(day, today) <= 0) return;
  throw invalid('querystring.to', 'That day is still to come. Please choose today or an earlier day.');
}

/**
 * @returns the days of a list of rows, as the store takes them
 * @throws ApiError INVALID_INPUT for days that are still to come
 */
export function daysOfRows({ clock }: World, { from, to }: { from: string; to: string }): ReportDays {
  const last = Temporal.PlainDate.from(to);
  requirePast(last, businessDay(clock.now()));
  return reportDays(Temporal.PlainDate.from(from), last);
}

/** @returns the refusal of a worker, city or product that is not known */
export const notKnown = (dimension: Whose['dimension']) =>
  invalid('querystring.key', `We do not know this ${dimension}.`);

/** @returns the days as the store takes them, with the moments between which they are */
function reportDays(from: Temporal.PlainDate, to: Temporal.PlainDate): ReportDays {
  const start = (day: Temporal.PlainDate) => day.toZonedDateTime(businessTimeZone).toInstant().toString();
  return { from: from.toString(), to: to.toString(), since: start(from), until: start(to.add({ days: 1 })) };
}

/** @returns whose visits are asked for; a key that nobody has is found by nothing */
export function whoseOf({ of, key = '' }: { of?: VisitDimension | undefined; key?: string | undefined }): Whose {
  if (!of) return { dimension: 'all', key: '' };
  if (of === 'worker' && key === nobodys) return { dimension: of, key: '' };
  return { dimension: of, key: of === 'city' || isId(key) ? key : noId };
}

const isId = (text: string) => new RegExp(`^${idPattern}$`).test(text);
const noId = '00000000-0000-0000-0000-000000000000';
/** The key of visits that are no worker's, which sums have as ''. */
const nobodys = 'nobody';

const noVisits = recordOf(visitFigures, () => 0);

function bySteps({ recurring, visits }: ReportRows, steps: ReturnType<typeof stepsIn>) {
  const sum = (rows: typeof recurring, of: 'amount' | 'served') => rows.reduce((total, row) => total + row[of], 0);
  const known = Map.groupBy(recurring, ({ first }) => first);
  const visitsOf = new Map(visits.map(({ first, ...figures }) => [first, figures]));
  const change = (of: typeof recurring, start: number, served: number): Recurring => ({
    start,
    end: start + sum(of, 'amount'),
    servedAtStart: served,
    servedAtEnd: served + sum(of, 'served'),
    kinds: recordOf(recurringKinds, (kind) => {
      const rows = of.filter((row) => row.kind === kind);
      return { services: rows.reduce((total, row) => total + row.services, 0), amount: sum(rows, 'amount') };
    }),
  });
  const before = known.get(null) ?? [];
  const [start, served] = [sum(before, 'amount'), sum(before, 'served')];
  let last = { end: start, servedAtEnd: served };
  const rows = steps.map(({ first, ...days }) => {
    const step = change(known.get(first) ?? [], last.end, last.servedAtEnd);
    last = step;
    return { ...days, recurring: step, visits: visitsOf.get(first) ?? noVisits };
  });
  const totals = { ...noVisits };
  for (const { visits: figures } of rows) for (const name of visitFigures) totals[name] += figures[name];
  const within = recurring.filter(({ first }) => first !== null);
  return { rows, recurring: change(within, start, served), visits: totals };
}

function left({ recurring }: ReportRows, reason: string) {
  const rows = recurring.filter((row) => row.first !== null && row.kind === 'left' && row.reason === reason);
  return {
    services: rows.reduce((total, row) => total + row.services, 0),
    amount: rows.reduce((total, row) => total + row.amount, 0),
  };
}

const listOf = ({ byDimension }: ReportRows, dimension: VisitDimension) =>
  byDimension
    .filter((row) => row.dimension === dimension)
    .map(({ dimension: _, key, name, ...figures }) => ({ key: key || nobodys, name: name ?? key, figures }));
