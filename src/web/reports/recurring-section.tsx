import type { Recurring, Report } from '#contract/reports.ts';
import { countedLabel, moneyLabel } from '#domain/labels.ts';
import { recurringKinds } from '#domain/reports.ts';
import { stepLabel, stepLabels } from '#web/app/range-words.ts';
import { Fact } from '#web/ui/fact.tsx';
import { Plot } from '#web/ui/plot.tsx';
import { type Column, ReportTable } from './report-table.tsx';
import { changeLabel, partLabel, reasonLabel, recurringLabels, recurringPath } from './report-words.ts';

const colors = {
  new: 'var(--primary)',
  resumed: 'var(--leaf)',
  grown: 'var(--sun)',
  shrunk: 'var(--tan)',
  paused: 'var(--line-strong)',
  left: 'var(--danger)',
} as const;

type Row = Pick<Report, 'from' | 'to'> & { label: string; recurring: Recurring };

/** What comes in month by month, how that changed, and why customers left. */
export function RecurringSection({ report }: { report: Report }) {
  const { rows, recurring, by, reasons } = report;
  const steps = rows.map((row): Row => ({ ...row, label: stepLabel(row, by) }));
  const { left } = recurring.kinds;
  return (
    <section aria-labelledby="recurring-title" className="grid gap-6">
      <div>
        <h2 id="recurring-title" className="text-2xl">
          Recurring revenue
        </h2>
        <p className="mt-1 max-w-2xl text-ink-soft">
          What the services that have a worker bring in a month: the visits of 52 weeks at their price, less a coupon
          that goes on, by 12. A pause takes a service out, as does a worker who gives it back; days away and days off
          do not.
        </p>
      </div>
      <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Fact label="A month, at the end">
          <span className="font-bold font-display text-2xl tabular-nums whitespace-nowrap">
            {moneyLabel(recurring.end)}
          </span>
        </Fact>
        <Fact label="Change in these days">{changeLabel(recurring.end - recurring.start)}</Fact>
        <Fact label="Services at the end">{recurring.servedAtEnd.toLocaleString('en-US')}</Fact>
        <Fact label="Left">
          {countedLabel(left.services, 'service')}
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
        columns={[{ head: stepLabels[by], text: ({ label }) => label }, ...figures]}
        rows={steps}
        total={{ ...report, label: 'All of it', recurring }}
      />
      {reasons.length > 0 && (
        <>
          <h3 className="text-xl">Why they left</h3>
          <ReportTable
            caption="Why customers left"
            columns={[
              { head: 'Reason', text: ({ reason }) => reasonLabel(reason) },
              {
                head: 'Services',
                text: ({ services }) => String(services),
                to: ({ reason }) => recurringPath('left', report, reason),
              },
              { head: 'A month', text: ({ amount }) => changeLabel(amount) },
            ]}
            rows={reasons}
          />
        </>
      )}
    </section>
  );
}

const figures: Column<Row>[] = [
  { head: 'Start', text: ({ recurring }) => moneyLabel(recurring.start) },
  ...recurringKinds.map((kind) => ({
    head: recurringLabels[kind],
    text: ({ recurring }: Row) => changeLabel(recurring.kinds[kind].amount),
    to: ({ recurring, from, to }: Row) =>
      recurring.kinds[kind].services > 0 ? recurringPath(kind, { from, to }) : undefined,
  })),
  { head: 'End', text: ({ recurring }) => moneyLabel(recurring.end) },
  { head: 'Services', text: ({ recurring }) => recurring.servedAtEnd.toLocaleString('en-US') },
  { head: 'Services left', text: ({ recurring }) => String(recurring.kinds.left.services) },
  { head: 'Churn', text: ({ recurring }) => partLabel(recurring.kinds.left.services, recurring.servedAtStart) },
];
