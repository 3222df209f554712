import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useClientConfig } from '#web/api/client-config.ts';
import { textLinkClass } from '#web/ui/button-class.ts';
import { documentFacts } from '#web/ui/document-facts.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { usePageFocus } from '#web/ui/page-focus.ts';

type ErrorPageProps = {
  code: string;
  title: string;
  text: ReactNode;
  illustration: ReactNode;
};

/** A page that says what went wrong and offers a way on. */
export function ErrorPage({ code, title, text, illustration }: ErrorPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const subject = useSupportSubject(code);
  const config = useClientConfig();
  const supportEmail = config?.contactEmail ?? documentFacts.contactEmail;
  usePageFocus(heading);
  return (
    <div className="content-width grid flex-1 place-content-center justify-items-center gap-5 py-16 text-center">
      <title>{`${title} · ${documentFacts.businessName}`}</title>
      <meta name="robots" content="noindex" />
      <div className="w-full max-w-sm">{illustration}</div>
      <p className="font-display font-extrabold text-2xl text-ink-soft">{code}</p>
      <h1 ref={heading} tabIndex={-1} className="-mt-4 text-[clamp(2.25rem,8vw,3.75rem)]">
        {title}
      </h1>
      <p className="max-w-md text-ink-soft text-lg">{text}</p>
      <div className="mt-3 flex min-h-11 flex-wrap items-center justify-center gap-x-6 gap-y-3">
        <LinkButton to="/">Go back home</LinkButton>
        {supportEmail && (
          <a
            href={`mailto:${supportEmail}?subject=${encodeURIComponent(subject)}`}
            className={`inline-flex min-h-11 items-center ${textLinkClass}`}
          >
            Contact Support
          </a>
        )}
      </div>
    </div>
  );
}

/** @returns the subject of a mail to support: code, path (without its query, which may hold a token) and time */
function useSupportSubject(code: string): string {
  const { pathname, state } = useLocation();
  const [details, setDetails] = useState('');
  // One prerendered page serves every path that leads nowhere, so it cannot know the path.
  useEffect(() => {
    setDetails(` ${refusedPath(state) ?? pathname} ${new Date().toISOString()}`);
  }, [pathname, state]);
  return code + details;
}

/** @returns the path that the guard refused, which it passes on as `{ from }` */
function refusedPath(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined;
  return typeof state.from === 'string' ? state.from.split(/[?#]/)[0] : undefined;
}
