import { type RefObject, useRef } from 'react';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListBatch } from '#web/ui/list-batch.tsx';
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
  const loaded = api.useListInquiriesQuery({ query: { ...filter, after } }, { refetchOnMountOrArgChange: true });
  const { data } = loaded;
  useLoadFailure(loaded.error, { stay: true });
  return (
    <ListBatch
      what="inquiries"
      loaded={loaded}
      rows={data?.inquiries.map((inquiry) => (
        <li key={inquiry.id}>
          <InquiryCard
            inquiry={inquiry}
            now={data.now}
            onAnswered={() => {
              if (filter.state === 'open') top.current?.focus({ preventScroll: true });
            }}
          />
        </li>
      ))}
      isFirst={!after}
      empty={<EmptyState title="No Inquiries" text={emptyText(filter)} />}
      next={data?.hasMore ? data.inquiries.at(-1)?.id : undefined}
      more={(next) => <InquiryBatch filter={filter} after={next} top={top} />}
    >
      {(inquiries) => <ul className="grid gap-4">{inquiries}</ul>}
    </ListBatch>
  );
}

function emptyText({ search, state }: InquiryFilter): string {
  if (search) return `Nothing that was sent matches “${search}”.`;
  return state === 'open' ? 'Everyone who asked has had an answer.' : 'What visitors send from the site shows up here.';
}
