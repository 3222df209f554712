import type { ReactNode } from 'react';
import { Links, Outlet, Scripts } from 'react-router';
import { placeholder } from '#contract/document-facts.ts';
import { CrashPage } from '#web/app/crash-page.tsx';
import { OnlyIf } from '#web/app/only-if.tsx';
import { PublicHead } from '#web/app/public-head.tsx';
import { Splash } from '#web/app/splash.tsx';
import { documentFacts } from '#web/ui/document-facts.ts';
import fontUrl from './styles/bricolage-basic.woff2?url';
import styles from './styles/site.css?inline';
import stylesUrl from './styles/site.css?url';

/** The document around every page, prerendered at build time. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    // The server fills in the facts, and React keeps what the server wrote.
    <html lang="en-US" data-facts={placeholder('facts')} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#1c4f3d" />
        <link rel="preload" href={fontUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="icon" href={documentFacts.logo} />
        <link rel="apple-touch-icon" href={documentFacts.touchIcon} />
        <link rel="manifest" href="/site.webmanifest" />
        <Styles />
        <Links />
      </head>
      <body>
        <OnlyIf condition="rehearsal" as="p" className="bg-warn-tint px-4 py-2 text-center font-semibold text-warn">
          Rehearsal: payments on this site are not real.
        </OnlyIf>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

/** Only the prerender build contains the style sheet's text. The browser reads it from the document. */
const sheet = import.meta.env.SSR ? styles : globalThis.document?.querySelector('head > style')?.innerHTML;

/**
 * The style sheet, written into the document so that the page waits for no second request. React keeps it; when a
 * screen throws, React makes the document anew, and this puts the sheet back in.
 */
function Styles() {
  if (import.meta.env.DEV) return <link rel="stylesheet" href={stylesUrl} />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, no input
  return <style dangerouslySetInnerHTML={{ __html: sheet ?? '' }} suppressHydrationWarning />;
}

/** The parent of every page. */
export default function Root() {
  return (
    <>
      <PublicHead />
      <Outlet />
    </>
  );
}

/** Shown in documents that are not prerendered, until the page's code is loaded. */
export function HydrateFallback() {
  return <Splash />;
}

/** Shown instead of a page that throws. */
export function ErrorBoundary() {
  return <CrashPage />;
}
