import type { ComponentProps } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Report } from '#contract/reports.ts';
import { calendarDay, longSpanLabel } from '#domain/calendar.ts';
import type { VisitDimension } from '#domain/reports.ts';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { PagedList } from '#web/app/paged-list.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { incompleteLink } from './report-words.ts';

/** @returns what the page's address asks for, as a call takes it; undefined, and the page is left, if it is nothing */
export function useQueryOf<Query>(call: { safeParse: (values: object) => { data?: Query | undefined } }) {
  const [parameters] = useSearchParams();
  const { data } = call.safeParse(Object.fromEntries(parameters));
  useInvalidUrl(!data, incompleteLink);
  return data;
}

/** Days as in '2026-11-23', and whose visits. */
type Query = Record<'from' | 'to', string> & { of?: VisitDimension | undefined; key?: string | undefined };
type ListProps<Row> = Pick<ComponentProps<typeof PagedList<Row>>, 'loaded' | 'rows' | 'keyOf' | 'children'>;

type RowsListProps = { title: string; query: Query; total: (report: Report) => readonly (readonly [string, string])[] };

/** The rows that a figure of the report counts, page by page, and above them what they come to. */
export function RowsList<Row>({ title, query, total, ...list }: ListProps<Row> & RowsListProps) {
  const dayOf = (day: string) => calendarDay(Temporal.PlainDate.from(day));
  const { error } = list.loaded;
  // What the address asks for is refused in words; asked again, it would be again.
  const refused = isFailure(error) ? error.fields?.[0]?.message : undefined;
  const again = <LinkButton to="/reports">{refused ? 'To the reports' : 'Choose other days'}</LinkButton>;
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading title={title} description={longSpanLabel(dayOf(query.from), dayOf(query.to))} />
      {list.rows && list.rows.length > 0 && <Totals query={query} total={total} />}
      {refused ? (
        <EmptyState title="Nothing to list" text={refused} action={again} />
      ) : (
        <PagedList
          what="rows"
          empty={<EmptyState title="Nothing in these days" action={again} />}
          className="divide-y divide-line rounded-card border border-line bg-surface px-5 py-2 shadow-card sm:px-7"
          {...list}
        />
      )}
    </div>
  );
}

/** From the sums of the report, since not all rows are there at first. */
function Totals({ query: { from, to, of, key }, total }: Pick<RowsListProps, 'query' | 'total'>) {
  const query = { from, to, ...(of ? { of, key: key ?? '' } : {}) };
  const { currentData } = api.useGetReportQuery(
    { query },
    { refetchOnMountOrArgChange: true, refetchOnReconnect: true },
  );
  const totals = currentData ? total(currentData) : [['All of it', '…'] as const];
  return (
    <dl className="mb-6 grid grid-cols-2 gap-4 lg:grid-cols-4">
      {totals.map(([label, text]) => (
        <Fact key={label} label={label}>
          {text}
        </Fact>
      ))}
    </dl>
  );
}

type RowFactsProps = { title: string; to: string | undefined; facts: readonly (string | null | false)[]; end?: string };

/** A row: who and an amount, and below them a few facts. */
export function RowFacts({ title, to, facts, end }: RowFactsProps) {
  return (
    <div className="py-2">
      <div className="flex items-center justify-between gap-x-4">
        {to ? (
          <Link
            to={to}
            className="inline-flex min-h-11 min-w-0 items-center font-semibold underline underline-offset-4"
          >
            {title}
          </Link>
        ) : (
          <p className="flex min-h-11 min-w-0 items-center font-semibold">{title}</p>
        )}
        {end && <p className="whitespace-nowrap font-bold font-display text-xl tabular-nums">{end}</p>}
      </div>
      <p className="text-ink-soft max-sm:text-sm">{facts.filter(Boolean).join(' · ')}</p>
    </div>
  );
}
