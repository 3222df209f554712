import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageLink } from './page-link.tsx';

/** A row of a list that links to a page, with an icon before its lines. */
export function RowLink({ to, icon: Icon, children }: { to: string; icon: LucideIcon; children: ReactNode }) {
  return (
    <PageLink
      to={to}
      className="flex h-full min-w-0 items-center gap-3 rounded-card border border-line bg-surface p-4 no-underline shadow-card transition-colors hover:border-line-strong sm:gap-4 sm:p-5"
    >
      {/* A phone is too narrow for what says only what all rows are. */}
      <span className="grid size-12 shrink-0 place-items-center rounded-control bg-sunken max-sm:hidden">
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <span className="wrap-anywhere min-w-0 flex-1">{children}</span>
      <ChevronRight aria-hidden="true" className="size-6 shrink-0 text-ink-soft print:hidden" />
    </PageLink>
  );
}
