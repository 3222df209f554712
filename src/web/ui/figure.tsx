import type { ReactNode } from 'react';

/** A number that matters, with its label small below it, inside a `<dl>`. */
export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end">
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className="font-bold font-display text-xl tabular-nums sm:text-3xl">{children}</dd>
    </div>
  );
}
