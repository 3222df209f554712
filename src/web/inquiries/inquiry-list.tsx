import { useRef } from 'react';
import { api } from '#web/api/api.ts';
import { PagedList } from '#web/app/paged-list.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { InquiryCard } from './inquiry-card.tsx';

export type InquiryFilter = { search: string | undefined; state: 'open' | 'lost' | 'all' };

/** Lists the inquiries that match the filter: overdue ones first, then the newest. */
export function InquiryList({ filter }: { filter: InquiryFilter }) {
  // Takes focus when the focused inquiry leaves the list.
  const top = useRef<HTMLDivElement>(null);
  const loaded = api.useListInquiriesInfiniteQuery({ query: filter }, { refetchOnMountOrArgChange: true });
  const pages = loaded.currentData?.pages;
  const inquiries = pages?.flatMap((page) => page.inquiries);
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <PagedList
        what="inquiries"
        loaded={loaded}
        rows={inquiries}
        keyOf={({ id }) => id}
        empty={
          <EmptyState
            title="No Inquiries"
            text={emptyText(filter)}
            action={<LinkButton to="/inquiry">See the form that visitors fill in</LinkButton>}
          />
        }
      >
        {(inquiry) => (
          <InquiryCard
            inquiry={inquiry}
            isFound={filter.search !== undefined && inquiries?.length === 1}
            now={pages?.at(-1)?.now ?? ''}
            onAnswered={() => {
              if (filter.state === 'open') top.current?.focus({ preventScroll: true });
            }}
          />
        )}
      </PagedList>
    </div>
  );
}

function emptyText({ search, state }: InquiryFilter): string {
  if (search) return `Nothing that was sent matches “${search}”.`;
  if (state === 'lost') return 'Nothing was given up.';
  return state === 'open'
    ? 'Nobody waits for an answer. What visitors send from the site shows up here.'
    : 'What visitors send from the site shows up here. Put a link to it where people look for you.';
}
