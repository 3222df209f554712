import type { ReactNode } from 'react';

type EmptyStateProps = {
  /** What is not there yet, e.g. "No addresses yet". */
  title: string;
  /** Why somebody would want one. */
  text?: ReactNode;
  /** The button that makes the first one. */
  action?: ReactNode;
};

/** Takes the place of a list that is empty. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 rounded-card border-2 border-line border-dashed px-6 py-12 text-center">
      <img src="/empty-yard.svg" alt="" width="240" height="120" />
      <h2 className="text-2xl">{title}</h2>
      {text && <p className="max-w-md text-ink-soft">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
