import { Link } from 'react-router';
import { documentFacts } from '#web/ui/document-facts.ts';
import { LogoMark } from '#web/ui/logo-mark.tsx';

export type SocialLink = { label: string; url: string };

const legalLinks = [
  { label: 'Privacy Policy', to: '/privacy' },
  { label: 'Terms of Service', to: '/terms' },
  { label: 'Disclaimer', to: '/disclaimer' },
];

const linkClass = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline';

/** Legal links, social links and the copyright line. */
export function Footer({ socialLinks = [] }: { socialLinks?: readonly SocialLink[] }) {
  return (
    <footer className="print:hidden border-line border-t bg-sunken text-ink-soft">
      <div className="content-width flex flex-col gap-4 py-8 md:flex-row md:items-center md:justify-between">
        <div className="flex items-center gap-3">
          <LogoMark className="size-8" />
          <p>
            © <CurrentYear /> {documentFacts.businessName}
          </p>
        </div>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-6">
            {legalLinks.map(({ label, to }) => (
              <li key={to}>
                <Link to={to} className={linkClass}>
                  {label}
                </Link>
              </li>
            ))}
            {socialLinks.map(({ label, url }) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noreferrer" className={linkClass}>
                  {label}
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}

/** The reader's year. The page may have been built in an earlier one. */
function CurrentYear() {
  const year = String(new Date().getFullYear());
  return (
    <span
      suppressHydrationWarning
      ref={(element) => {
        if (element && element.textContent !== year) element.textContent = year;
      }}
    >
      {year}
    </span>
  );
}
