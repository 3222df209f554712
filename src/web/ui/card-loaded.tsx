import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Skeleton } from './skeleton.tsx';

type CardLoadedProps<Data> = {
  /** What is loaded, such as 'customers'. */
  what: string;
  data?: Data | undefined;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
  children: (data: Data) => ReactNode;
};

/** What stands in a card, once its call has answered; until then that it comes, or that it failed and can be tried again. */
export function CardLoaded<Data>({ what, data, error, isFetching, refetch, children }: CardLoadedProps<Data>) {
  if (data !== undefined) return <>{children(data)}</>;
  if (!error) {
    return (
      <div role="status">
        <span className="sr-only">Loading the {what}</span>
        <Skeleton className="h-6 w-4/5" />
      </div>
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p>The {what} could not be loaded.</p>
      <Button variant="secondary" isPending={isFetching} onPress={() => void refetch()}>
        Try again
      </Button>
    </div>
  );
}
