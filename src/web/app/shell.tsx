import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { documentFacts } from '#web/ui/document-facts.ts';
import { LogoMark } from '#web/ui/logo-mark.tsx';
import { Footer, type SocialLink } from './footer.tsx';
import { useScrollOnNavigation } from './scroll.ts';

type ShellProps = {
  children: ReactNode;
  /** The middle of the header. */
  menu?: ReactNode;
  /** The end of the header: the user menu, or the Sign in button. Its height is reserved. */
  actions?: ReactNode;
  socialLinks?: readonly SocialLink[];
};

/** The frame of every page: skip link, header, main, footer. */
export function Shell({ children, menu, actions, socialLinks }: ShellProps) {
  useScrollOnNavigation();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="print:hidden sr-only rounded-control bg-primary px-4 py-3 font-semibold text-on-primary focus:not-sr-only focus:absolute focus:top-3 focus:left-3 focus:z-40"
      >
        Skip to content
      </a>
      <header className="print:hidden on-evergreen-band">
        {/* Where the name's longest word has no room beside the rest, as with large letters, the rest stands below it. */}
        <div className="content-width flex min-h-18 flex-wrap items-center justify-end gap-4 py-2">
          <Link
            to="/"
            className="-ml-1 mr-auto flex min-h-11 w-min min-w-0 max-w-max flex-auto items-center gap-2.5 rounded-control p-1 font-display font-extrabold text-2xl tracking-tight no-underline"
            aria-label={`${documentFacts.headerName}, home`}
          >
            <LogoMark className="size-10 shrink-0 rounded-[11px] ring-1 ring-current/25" />
            <span className="min-w-0 max-sm:text-lg max-sm:leading-tight">{documentFacts.headerName}</span>
          </Link>
          {menu}
          <div id="account" className="flex min-h-11 shrink-0 items-center gap-2">
            {actions}
          </div>
        </div>
      </header>
      {/* Space for the alerts, so that they do not cover the top of the page. */}
      <div
        aria-hidden="true"
        className="print:hidden on-evergreen-band h-(--alerts-height) shrink-0 transition-[height] duration-200 [overflow-anchor:none]"
      />
      {/* As high as the window, so that the footer does not jump while what a page shows is on its way. */}
      <main id="main" tabIndex={-1} className="flex min-h-dvh flex-1 flex-col outline-none print:min-h-0">
        {children}
      </main>
      {/* The style sheet shows this while the controls of a form stay disabled for longer than a moment. */}
      <p role="status" className="still-loading locked-form-note">
        This form is loading. You can type in a moment.
      </p>
      <Footer socialLinks={socialLinks} />
    </div>
  );
}
