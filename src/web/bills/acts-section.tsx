import type { BillActs } from '#contract/acts.ts';
import { ActRow } from '#web/acts/act-row.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';

type Loaded = { currentData?: BillActs | undefined; error?: unknown; isFetching: boolean; refetch: () => unknown };

/** For staff: what was done to a bill, and what stands in the way of doing more. */
export function ActsSection({ loaded: { currentData, error, isFetching, refetch } }: { loaded: Loaded }) {
  return (
    <section
      aria-labelledby="acts-title"
      className="mt-6 max-w-3xl rounded-card border border-line bg-surface p-5 shadow-card sm:p-8 print:hidden"
    >
      <h2 id="acts-title" className="mb-3 text-xl">
        What was done
      </h2>
      {!currentData &&
        (error ? (
          <LoadFailed what="record" isPending={isFetching} onRetry={() => void refetch()} />
        ) : (
          <SkeletonCards count={1} label="Loading what was done" />
        ))}
      {currentData && (
        <>
          <ul className="divide-y divide-line">
            {currentData.acts.map((act) => (
              <li key={act.id} className="py-3">
                <ActRow act={act} />
              </li>
            ))}
          </ul>
          {currentData.acts.length === 0 && <p className="text-ink-soft">No changes yet.</p>}
          {currentData.obstacle && <p className="mt-4 text-ink-soft">{currentData.obstacle}</p>}
        </>
      )}
    </section>
  );
}
