import type { ReactNode } from 'react';
import { emailLabel, isEmail } from '#domain/no-email.ts';

type MailLinkProps = { email: string; className: string; children?: ReactNode };

/** A link that writes to an address; words alone for who has none. */
export function MailLink({ email, className, children = email }: MailLinkProps) {
  if (!isEmail(email)) return <span className="text-ink-soft">{emailLabel(email)}</span>;
  return (
    <a href={`mailto:${email}`} className={className}>
      {children}
    </a>
  );
}
