import type { ReactNode } from 'react';
import { OnlyIf } from '#web/app/only-if.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { documentFacts } from '#web/ui/document-facts.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';

type LegalPageProps = {
  title: string;
  /** The fact that holds the URL of the business's own document. */
  fact: 'termsUrl' | 'privacyUrl' | 'disclaimerUrl';
  /** The text that comes with the site, for a business that has no document of its own. */
  children: ReactNode;
};

/** Shows a legal document: the business's own in a frame, or else the text that comes with the site. */
export function LegalPage({ title, fact, children }: LegalPageProps) {
  const url = documentFacts[fact];
  return (
    <div className="content-width flex flex-1 flex-col py-10">
      <PageHeading title={title} />
      <OnlyIf condition={fact} as="article" className="flex flex-1 flex-col">
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className={`-mt-6 mb-6 inline-flex min-h-11 items-center self-start ${textLinkClass}`}
        >
          Open it in a tab of its own
        </a>
        <div className="flex min-h-[85dvh] flex-1 overflow-hidden rounded-card border border-line bg-surface shadow-card">
          <iframe src={url} title={title} className="w-full flex-1" />
        </div>
      </OnlyIf>
      <OnlyIf condition={`!${fact}`} as="article" className={textClass}>
        {children}
        <h2>How to reach us</h2>
        <p>
          Write to <a href={`mailto:${documentFacts.contactEmail}`}>{documentFacts.contactEmail}</a>
          <OnlyIf condition="supportPhone" as="span">
            {' '}
            or call <a href={documentFacts.supportPhoneUrl}>{documentFacts.supportPhone}</a>
          </OnlyIf>
          .
        </p>
      </OnlyIf>
    </div>
  );
}

const textClass =
  'max-w-prose text-lg [&_a]:font-semibold [&_a]:underline [&_a]:underline-offset-4 [&_h2]:mt-10 [&_h2]:mb-2 [&_h2]:text-2xl [&_li]:mt-2 [&_ul]:list-disc [&_ul]:pl-6 [&>:first-child]:mt-0';
