import type { ReactNode } from 'react';
import { PagedList, type PagedListProps } from '#web/app/paged-list.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

type DeskListPageProps<Row> = Pick<PagedListProps<Row>, 'what' | 'loaded' | 'keyOf'> & {
  title: string;
  description: string;
  loaded: { currentData?: { pages: { rows: Row[]; now: string }[] } | undefined };
  emptyTitle: string;
  emptyText: string;
  /** Shown above the list. */
  filter?: ReactNode;
  /** @param now the server's time */
  children: (row: Row, now: string) => ReactNode;
};

/** A page with a whole list, of which the desk shows the first rows. */
export function DeskListPage<Row>({ title, description, filter, children, ...props }: DeskListPageProps<Row>) {
  const { emptyTitle, emptyText, ...list } = props;
  const pages = list.loaded.currentData?.pages;
  const now = pages?.at(-1)?.now ?? '';
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading title={title} description={description} />
      {/* Its rows have headings of the third level, as on the desk. */}
      <h2 className="sr-only">All {props.what}</h2>
      {filter}
      <PagedList
        {...list}
        rows={pages?.flatMap(({ rows }) => rows)}
        empty={
          <EmptyState
            title={emptyTitle}
            text={emptyText}
            action={<LinkButton to="/dashboard">To the desk</LinkButton>}
          />
        }
        className="divide-y divide-line rounded-card border border-line bg-surface px-5 py-2 shadow-card sm:px-7"
      >
        {(row) => children(row, now)}
      </PagedList>
    </div>
  );
}
