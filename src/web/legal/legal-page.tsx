import { textLinkClass } from '#web/ui/button-class.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';

/**
 * A legal document, which lives outside of the site and is shown inside of it.
 * @param url undefined while it is not known; its place is kept
 */
export function LegalPage({ title, url }: { title: string; url: string | undefined }) {
  return (
    <div className="content-width flex flex-1 flex-col py-10">
      <PageHeading
        title={title}
        description={
          url && (
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className={`inline-flex min-h-11 items-center text-base ${textLinkClass}`}
            >
              Open it in a tab of its own
            </a>
          )
        }
      />
      <div className="flex min-h-[85dvh] flex-1 overflow-hidden rounded-card border border-line bg-surface shadow-card">
        {url && <iframe src={url} title={title} className="w-full flex-1" />}
      </div>
    </div>
  );
}
