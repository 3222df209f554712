import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

type LoadFailedProps = {
  /** What could not be loaded, such as 'coupons'. */
  what: string;
  text?: string;
  /** Whether the next try is under way. */
  isPending: boolean;
  onRetry: () => void;
  /** Other buttons beside "Try again". */
  children?: ReactNode;
};

/** Takes the place of something that could not be loaded, and offers to try again. */
export function LoadFailed({ what, text, isPending, onRetry, children }: LoadFailedProps) {
  return (
    <EmptyState
      title={`The ${what} could not be loaded`}
      text={text}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button isPending={isPending} onPress={onRetry}>
            Try again
          </Button>
          {children}
        </div>
      }
    />
  );
}
