import type { Report, VisitFigures, VisitsOf } from '#contract/reports.ts';
import { moneyLabel, numberLabel } from '#domain/labels.ts';
import { mostListed, openedVisitFigures, type VisitDimension, visitDimensions } from '#domain/reports.ts';
import { isoDays, plainStep, stepLabel, stepLabels } from '#web/app/range-words.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { Plot } from '#web/ui/plot.tsx';
import { CountingRule } from './counting-rule.tsx';
import { type Column, countColumn, moneyColumn, ReportTable } from './report-table.tsx';
import { amountOf, dimensionLabels, partLabel, revenueOf, visitLabels, visitsPath } from './report-words.ts';

const bars = [
  { name: 'done', color: 'var(--primary)' },
  { name: 'skipped', color: 'var(--line-strong)' },
  { name: 'takenOff', color: 'var(--leaf)' },
  { name: 'couldNot', color: 'var(--sun)' },
  { name: 'missed', color: 'var(--danger)' },
] as const;

type Days = Pick<Report, 'from' | 'to'>;
type Whose = { of: VisitDimension; key: string } | undefined;
type Row = {
  label: string;
  plain: string;
  labelTo?: string | undefined;
  figures: VisitFigures;
  days: Days;
  whose: Whose;
};

type VisitsSectionProps = { report: Report; whose: Whose };

/** How visits went and what they brought; of the whole business also by worker, city and product. */
export function VisitsSection({ report, whose }: VisitsSectionProps) {
  const { rows, visits, by } = report;
  const steps = rows.map(
    (row): Row => ({ label: stepLabel(row, by), plain: plainStep(row, by), figures: row.visits, days: row, whose }),
  );
  const made = visits.planned - visits.skipped;
  return (
    <section aria-labelledby="visits-title" className="grid gap-6">
      <div>
        <h2 id="visits-title" className="text-2xl">
          Visits
        </h2>
        <CountingRule>
          Visits of these days that were begun or did not take place; one that was begun and not finished stands in
          Planned only. On time is what was finished on the day on which the plan had it; a day off moves that day. Its
          share is of what was planned, less what customers skipped. Revenue is what was charged, after coupons and
          before refunds, without tips. Hours are from the start of the way to the end of the work, of visits that their
          worker finished on the day: how long others took nobody knows, and what they brought is in no hour. Miles are
          the ways to the yards, from the yard before or from the worker’s home, roughly, as nobody knows the roads.
          Addresses that no map has found stand in the middle of their zip code, so that visits within one look nearer
          than they are. Cities and ways are those of the addresses as they are now, also of visits before somebody
          moved.
        </CountingRule>
      </div>
      {visits.planned === 0 ? (
        <EmptyState title="No visits in these days" text="Above you can choose other days." />
      ) : (
        <>
          <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
            <Fact label="Revenue">
              <span className="font-bold font-display text-2xl tabular-nums whitespace-nowrap">
                {moneyLabel(visits.revenue)}
              </span>
            </Fact>
            <Fact label="An hour">{amountOf(revenueOf(visits).anHour)}</Fact>
            <Fact label="A mile">{amountOf(revenueOf(visits).aMile)}</Fact>
            <Fact label="On time">{partLabel(visits.onTime, made)}</Fact>
          </dl>
          <Plot
            isStacked
            steps={steps.map(({ label }) => label)}
            series={bars.map(({ name, color }) => ({
              label: visitLabels[name],
              color,
              values: steps.map(({ figures }) => figures[name]),
            }))}
            least={4}
            format={(count) => (Number.isInteger(count) ? numberLabel(count) : '')}
          />
          <ReportTable
            caption={`Visits by ${by}`}
            days={report}
            columns={[{ head: stepLabels[by], text: ({ label }) => label, plain: ({ plain }) => plain }, ...columns]}
            rows={steps}
            total={{ label: 'All of it', plain: 'All of it', figures: visits, days: report, whose }}
          />
          {!whose && visitDimensions.map((of) => <By key={of} of={of} report={report} />)}
        </>
      )}
    </section>
  );
}

const lists = { worker: 'workers', city: 'cities', product: 'products' } as const;

function By({ of, report }: { of: VisitDimension; report: Report }) {
  const list = report[lists[of]];
  const rows = list.map(({ key, name, figures }: VisitsOf): Row => {
    const whose = { of, key };
    const labelTo = `/reports?${new URLSearchParams({ ...isoDays(report), by: report.by, ...whose })}`;
    return { label: name, plain: name, labelTo, figures, days: report, whose };
  });
  return (
    <div className="grid min-w-0 gap-3">
      <h3 className="text-xl">By {of}</h3>
      {list.length === mostListed && <p className="text-ink-soft">The {mostListed} that brought the most.</p>}
      <ReportTable
        caption={`Visits by ${of}`}
        days={report}
        columns={[{ head: dimensionLabels[of], text: ({ label }) => label, to: ({ labelTo }) => labelTo }, ...columns]}
        rows={rows}
      />
    </div>
  );
}

/** What visits brought opens to those that were begun, with their amounts, minutes and miles. */
const opened = {
  to: ({ figures, days, whose }: Row) =>
    figures.revenue > 0 || figures.minutes > 0 ? visitsPath('begun', days, whose) : undefined,
};

const columns: Column<Row>[] = [
  ...openedVisitFigures.map((name) =>
    countColumn(visitLabels[name], ({ figures }: Row) => figures[name], {
      to: ({ figures, days, whose }) => (figures[name] > 0 ? visitsPath(name, days, whose) : undefined),
    }),
  ),
  moneyColumn('Revenue', ({ figures }) => figures.revenue, opened),
  moneyColumn('Our fees', ({ figures }) => figures.fees, opened),
  moneyColumn('An hour', ({ figures }) => revenueOf(figures).anHour, opened),
  moneyColumn('A mile', ({ figures }) => revenueOf(figures).aMile, opened),
];
