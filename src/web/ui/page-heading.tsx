import type { ReactNode } from 'react';
import { useRef } from 'react';
import { documentFacts } from './document-facts.ts';
import { usePageFocus } from './page-focus.ts';

type PageHeadingProps = {
  title: string;
  description?: ReactNode;
  /** Buttons at the end of the heading's line, or below a title that leaves them no room. */
  actions?: ReactNode;
  /** Whether the title stays on one line where a screen is wide enough, such as a number. */
  isUnbroken?: boolean;
};

/** The one h1 of a page. It also sets the document's title, and takes focus on navigation. */
export function PageHeading({ title, description, actions, isUnbroken = false }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageFocus(heading);
  return (
    <header className="mb-3 flex flex-wrap items-end justify-between gap-4 sm:mb-8">
      <title>{`${title} · ${documentFacts.businessName}`}</title>
      {/* The box of a title that does not break is as wide as the title: a narrower one would let buttons cover its end. */}
      <div
        className={`min-w-0 flex-[1_1_12rem] sm:flex-[1_1_28rem] ${isUnbroken ? 'sm:min-w-max sm:whitespace-nowrap' : ''}`}
      >
        <h1 ref={heading} tabIndex={-1} className="text-[clamp(1.625rem,7.5vw,3rem)]">
          {title}
        </h1>
        {description && <p className="mt-1 max-w-prose text-ink-soft sm:mt-2 sm:text-lg">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  );
}
