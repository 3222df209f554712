import type { ReactNode } from 'react';
import { useIsPhone } from '#web/ui/use-is-wide.ts';

/** How the figures below come about; folded on a phone, where the figures are to be near. */
export function CountingRule({ children }: { children: ReactNode }) {
  return (
    <details open={!useIsPhone()} className="max-w-2xl text-ink-soft print:break-inside-avoid">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">How it is counted</summary>
      <p>{children}</p>
    </details>
  );
}
