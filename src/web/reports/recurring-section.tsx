import type { Recurring, Report } from '#contract/reports.ts';
import { calendarDay, plainDate } from '#domain/calendar.ts';
import { countedLabel, moneyLabel, numberLabel } from '#domain/labels.ts';
import { recurringKinds } from '#domain/reports.ts';
import { FigureLink } from '#web/app/figure-link.tsx';
import { plainStep, stepLabel, stepLabels } from '#web/app/range-words.ts';
import { Fact } from '#web/ui/fact.tsx';
import { Plot } from '#web/ui/plot.tsx';
import { CountingRule } from './counting-rule.tsx';
import { type Column, countColumn, moneyColumn, partColumn, ReportTable } from './report-table.tsx';
import { changeLabel, partLabel, reasonLabel, recurringLabels, recurringPath } from './report-words.ts';

const colors = {
  new: 'var(--primary)',
  resumed: 'var(--leaf)',
  grown: 'var(--sun)',
  // In the dark, tan is too near to the marigold of the new ones.
  shrunk: 'color-mix(in srgb, var(--tan) 60%, var(--bark))',
  paused: 'var(--line-strong)',
  left: 'var(--danger)',
} as const;

type Reason = Report['reasons'][number];
type Row = Pick<Report, 'from' | 'to'> & { label: string; plain: string; recurring: Recurring };

/** What comes in month by month, how that changed, and why customers left. */
export function RecurringSection({ report }: { report: Report }) {
  const { rows, recurring, by, reasons } = report;
  const steps = rows.map((row): Row => ({ ...row, label: stepLabel(row, by), plain: plainStep(row, by) }));
  const { left } = recurring.kinds;
  return (
    <section aria-labelledby="recurring-title" className="grid gap-6">
      <div>
        <h2 id="recurring-title" className="text-2xl">
          Recurring revenue
        </h2>
        <CountingRule>
          What the services that have a worker bring in a month: the visits of 52 weeks that are planned at their price,
          less a coupon that goes on, by 12. Weekdays that a worker takes off the plan shrink it. A pause takes a
          service out, as does a worker who gives it back; days away and days off do not.
        </CountingRule>
      </div>
      <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Fact label="A month, at the end">
          <span className="font-bold font-display text-2xl tabular-nums whitespace-nowrap">
            {moneyLabel(recurring.end)}
          </span>
        </Fact>
        <Fact label="Change in these days">{changeLabel(recurring.end - recurring.start)}</Fact>
        <Fact label="Services at the end">
          <FigureLink text={numberLabel(recurring.servedAtEnd)} to={servedPath(report, recurring)} />
        </Fact>
        <Fact label="Left">
          <FigureLink text={countedLabel(left.services, 'service')} to={leftPath({ ...report, recurring })} />
          {recurring.servedAtStart > 0 && `, ${partLabel(left.services, recurring.servedAtStart)}`}
        </Fact>
      </dl>
      <Plot
        isStacked
        steps={steps.map(({ label }) => label)}
        series={recurringKinds.map((kind) => ({
          label: recurringLabels[kind],
          color: colors[kind],
          values: steps.map((step) => step.recurring.kinds[kind].amount),
        }))}
        least={100}
        format={(amount) => changeLabel(amount).replace(/\.00$/, '')}
      />
      <ReportTable
        caption={`Recurring revenue by ${by}`}
        days={report}
        columns={[{ head: stepLabels[by], text: ({ label }) => label, plain: ({ plain }) => plain }, ...figures]}
        rows={steps}
        total={{ ...report, label: 'All of it', plain: 'All of it', recurring }}
      />
      {reasons.length > 0 && (
        <>
          <h3 className="text-xl">Why they left</h3>
          <ReportTable
            caption="Why customers left"
            days={report}
            columns={[
              { head: 'Reason', text: ({ reason }) => reasonLabel(reason) },
              countColumn('Services', ({ services }: Reason) => services, {
                to: ({ reason }) => recurringPath('left', report, reason),
              }),
              moneyColumn('A month', ({ amount }: Reason) => amount, { label: changeLabel }),
            ]}
            rows={reasons}
          />
        </>
      )}
    </section>
  );
}

const servedPath = (days: Pick<Report, 'from' | 'to'>, { servedAtEnd }: Recurring) =>
  servedAtEnd > 0 ? recurringPath('served', { from: days.to, to: days.to }) : undefined;

/** Those that are served before the first day. */
function servedBeforePath({ from, recurring }: Row): string | undefined {
  const day = calendarDay(plainDate(from).subtract({ days: 1 }));
  return recurring.servedAtStart > 0 ? recurringPath('served', { from: day, to: day }) : undefined;
}

const leftPath = ({ recurring, from, to }: Pick<Row, 'from' | 'to' | 'recurring'>) =>
  recurring.kinds.left.services > 0 ? recurringPath('left', { from, to }) : undefined;

const figures: Column<Row>[] = [
  moneyColumn('Start', ({ recurring }) => recurring.start, { to: servedBeforePath }),
  ...recurringKinds.map((kind) =>
    moneyColumn(recurringLabels[kind], ({ recurring }: Row) => recurring.kinds[kind].amount, {
      label: changeLabel,
      to: ({ recurring, from, to }) =>
        recurring.kinds[kind].services > 0 ? recurringPath(kind, { from, to }) : undefined,
    }),
  ),
  moneyColumn('End', ({ recurring }) => recurring.end, { to: (row) => servedPath(row, row.recurring) }),
  countColumn('Services', ({ recurring }) => recurring.servedAtEnd, { to: (row) => servedPath(row, row.recurring) }),
  countColumn('Services left', ({ recurring }) => recurring.kinds.left.services, { to: leftPath }),
  partColumn('Churn', ({ recurring }) => ({ part: recurring.kinds.left.services, whole: recurring.servedAtStart }), {
    to: leftPath,
  }),
];
