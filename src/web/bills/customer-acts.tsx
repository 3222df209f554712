import { ActRow } from '#web/acts/act-row.tsx';
import { api } from '#web/api/api.ts';
import { PagedList } from '#web/app/paged-list.tsx';

/** For staff: what was done to a customer's money apart from bills. */
export function CustomerActs({ customerId }: { customerId: string }) {
  const acts = api.useListCustomerActsInfiniteQuery(
    { params: { customerProfileId: customerId } },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <section aria-labelledby="acts-title">
      <h2 id="acts-title" className="mb-4 text-2xl">
        What was done
      </h2>
      <PagedList
        what="record"
        loaded={acts}
        rows={acts.currentData?.pages.flatMap((page) => page.acts)}
        keyOf={({ id }) => id}
        className="max-w-3xl divide-y divide-line rounded-card border border-line bg-surface px-5 *:py-4 sm:px-8"
        empty={<p className="text-ink-soft">Nothing apart from what stands on the bills.</p>}
      >
        {(act) => <ActRow act={act} />}
      </PagedList>
    </section>
  );
}
