/** One grey bar or block in the place of something that is loading; give it the size of what comes. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded-control bg-line ${className}`} />;
}

type SkeletonCardsProps = {
  count?: number;
  label?: string;
  /** The least height of each, where what comes is higher. */
  className?: string;
};

/** Cards in the place of a list that is loading, told to screen readers once. */
export function SkeletonCards({ count = 3, label = 'Loading', className = '' }: SkeletonCardsProps) {
  return (
    <div role="status" data-loading className="grid gap-4">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike and never move
          key={index}
          className={`grid content-start gap-3 rounded-card border border-line bg-surface p-5 sm:p-7 ${className}`}
        >
          <Skeleton className="h-6 w-2/5" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-3/5" />
        </div>
      ))}
    </div>
  );
}
