import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { PagedList } from '#web/app/paged-list.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { daysLabel } from './report-words.ts';

type Days = Parameters<typeof daysLabel>[0];
type ListProps<Row> = Pick<ComponentProps<typeof PagedList<Row>>, 'loaded' | 'rows' | 'keyOf' | 'children'>;

/** The rows that a figure of the report counts, page by page. */
export function RowsList<Row>({ title, days, ...list }: ListProps<Row> & { title: string; days: Days }) {
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading title={title} description={daysLabel(days)} />
      <PagedList
        what="rows"
        empty={<EmptyState title="Nothing in these days" text="Choose other days on the page of reports." />}
        className="divide-y divide-line rounded-card border border-line bg-surface px-5 py-2 shadow-card sm:px-7"
        {...list}
      />
    </div>
  );
}

type RowLinesProps = { title: string; to: string | undefined; lines: readonly (string | null)[]; end?: string };

/** A row: who, a few facts, and an amount at the end. */
export function RowLines({ title, to, lines, end }: RowLinesProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-1 py-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        {to ? (
          <Link to={to} className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
            {title}
          </Link>
        ) : (
          <p className="flex min-h-11 items-center font-semibold">{title}</p>
        )}
        {lines.map((line) => line && <p key={line}>{line}</p>)}
      </div>
      {end && <p className="ml-auto font-bold font-display text-xl tabular-nums">{end}</p>}
    </div>
  );
}
