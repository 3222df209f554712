import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

type LoadFailedProps = {
  /** What did not come, 'coupons'. */
  what: string;
  text?: string;
  /** Whether it is being tried again. */
  isPending: boolean;
  onRetry: () => void;
  /** Other ways on, beside the button. */
  children?: ReactNode;
};

/** Stands where something would be that could not be loaded. */
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
