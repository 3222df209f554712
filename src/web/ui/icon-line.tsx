import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** A few words after a small icon. */
export function IconLine({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-start gap-2">
      <Icon aria-hidden="true" className="mt-1 size-4 shrink-0" />
      <span className="wrap-anywhere min-w-0">{children}</span>
    </span>
  );
}
