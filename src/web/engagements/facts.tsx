import type { ReactNode } from 'react';

/** Terms with what they are, one below the other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-4">{children}</dl>;
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
