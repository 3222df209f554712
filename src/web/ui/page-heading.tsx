import type { ReactNode } from 'react';
import { useRef } from 'react';
import { documentFacts } from './document-facts.ts';
import { usePageFocus } from './page-focus.ts';

type PageHeadingProps = {
  title: string;
  description?: ReactNode;
  /** Buttons at the end of the heading's line. */
  actions?: ReactNode;
};

/** The one h1 of a page. It also sets the document's title, and takes focus on navigation. */
export function PageHeading({ title, description, actions }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageFocus(heading);
  return (
    <header className="mb-3 flex flex-wrap items-end justify-between gap-4 sm:mb-8">
      <title>{`${title} · ${documentFacts.businessName}`}</title>
      <div className="min-w-0 flex-[1_1_12rem] sm:flex-[1_1_28rem]">
        <h1 ref={heading} tabIndex={-1} className="text-[clamp(1.625rem,7.5vw,3rem)]">
          {title}
        </h1>
        {description && <p className="mt-1 max-w-prose text-ink-soft sm:mt-2 sm:text-lg">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  );
}
