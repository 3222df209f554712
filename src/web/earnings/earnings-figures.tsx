import type * as z from 'zod/mini';
import type { earnings } from '#contract/earnings.ts';
import { countedLabel, moneyLabel } from '#domain/labels.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

type Earnings = z.output<typeof earnings.getEarnings.response>;
type Loaded = { currentData?: Earnings | undefined; error?: unknown; isFetching: boolean; refetch: () => unknown };

const periods = [
  ['day', 'Today'],
  ['week', 'This week'],
  ['month', 'This month'],
  ['year', 'This year'],
] as const;

/** A worker's part of what was done today, this week, this month and this year. */
export function EarningsFigures({ loaded: { currentData, error, isFetching, refetch } }: { loaded: Loaded }) {
  useLoadFailure(error, { stay: true });
  if (error && !currentData) {
    return <LoadFailed what="earnings" isPending={isFetching} onRetry={() => void refetch()} />;
  }
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
      {periods.map(([key, label]) => (
        <div key={key} className="min-w-0 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6">
          <dt className="text-ink-soft">{label}</dt>
          {currentData ? <Figures of={currentData[key]} /> : <LoadingFigures />}
        </div>
      ))}
    </dl>
  );
}

function Figures({ of: { visits, share, paid, onItsWay, expected, givenBack, tips } }: { of: Earnings['day'] }) {
  const parts = [
    [paid, 'paid'],
    [onItsWay, 'on its way'],
    [expected, 'expected'],
    [givenBack, 'given back'],
    [tips, 'in tips, on top'],
  ] as const;
  return (
    <dd className="tabular-nums">
      <span className="mt-1 block font-bold font-display text-xl tracking-tight min-[24rem]:text-2xl sm:text-3xl">
        {moneyLabel(share)}
      </span>
      <span className="mt-1 block text-ink-soft text-sm">{countedLabel(visits, 'visit')}</span>
      {parts
        .filter(([amount]) => amount > 0)
        .map(([amount, word]) => (
          <span key={word} className="block text-sm">
            {moneyLabel(amount)} {word}
          </span>
        ))}
    </dd>
  );
}

const LoadingFigures = () => (
  <dd role="status">
    <span className="sr-only">Loading earnings</span>
    <Skeleton className="mt-2 h-8 w-3/4" />
    <Skeleton className="mt-3 h-4 w-1/2" />
  </dd>
);
