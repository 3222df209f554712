import { type RefObject, useRef, useState } from 'react';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { InquiryCard } from './inquiry-card.tsx';

export type InquiryFilter = { search: string | undefined; state: 'open' | 'all' };

/** The inquiries that the filter lets through, newest first. Give it the filter as its key, so each starts anew. */
export function InquiryList({ filter }: { filter: InquiryFilter }) {
  const top = useRef<HTMLDivElement>(null);
  return (
    <div ref={top} tabIndex={-1} className="grid gap-4 outline-none">
      <InquiryBatch filter={filter} top={top} />
    </div>
  );
}

type InquiryBatchProps = {
  filter: InquiryFilter;
  /** The id of the last inquiry above; none for the first batch. */
  after?: string;
  /** What takes focus when the inquiry that had it leaves the list. */
  top: RefObject<HTMLDivElement | null>;
};

/** One page of the list and, once asked for, the next one below it. */
function InquiryBatch({ filter, after, top }: InquiryBatchProps) {
  const [isMoreShown, setMoreShown] = useState(false);
  const { data, error, isFetching, refetch } = api.useListInquiriesQuery(
    { query: { ...filter, after } },
    { refetchOnMountOrArgChange: true },
  );
  useLoadFailure(error, { stay: true });
  if (!data) {
    if (!error) return <SkeletonCards count={after ? 1 : 3} label="Loading inquiries" />;
    return (
      <EmptyState
        title="The inquiries could not be loaded"
        action={
          <Button isPending={isFetching} onPress={() => void refetch()}>
            Try again
          </Button>
        }
      />
    );
  }
  const { inquiries, hasMore } = data;
  const last = inquiries.at(-1);
  if (!last) return after ? null : <EmptyState title="No Inquiries" text={emptyText(filter)} />;
  return (
    <>
      <ul className="grid gap-4">
        {inquiries.map((inquiry) => (
          <li key={inquiry.id}>
            <InquiryCard
              inquiry={inquiry}
              onAnswered={() => {
                if (filter.state === 'open') top.current?.focus({ preventScroll: true });
              }}
            />
          </li>
        ))}
      </ul>
      {hasMore && isMoreShown && <InquiryBatch filter={filter} after={last.id} top={top} />}
      {hasMore && !isMoreShown && (
        <Button variant="secondary" className="justify-self-center" onPress={() => setMoreShown(true)}>
          Show more
        </Button>
      )}
    </>
  );
}

function emptyText({ search, state }: InquiryFilter): string {
  if (search) return `Nothing that was sent matches “${search}”.`;
  return state === 'open' ? 'Everyone who asked has had an answer.' : 'What visitors send from the site shows up here.';
}
