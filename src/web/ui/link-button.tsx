import type { ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import { PageLink } from './page-link.tsx';

type LinkButtonProps = {
  children: ReactNode;
  /** A path of this site, or a full URL (https:, tel:, mailto:). */
  to: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Opens in a new tab, and says so to screen readers. */
  newTab?: boolean;
  'aria-label'?: string;
  className?: string;
};

/** A link that looks like a button. */
export function LinkButton({ children, to, variant, size, newTab = false, className, ...rest }: LinkButtonProps) {
  return (
    <PageLink
      {...rest}
      to={to}
      className={buttonClass(variant, size, className)}
      {...(newTab ? { target: '_blank', rel: 'noreferrer' } : {})}
    >
      {children}
      {newTab && <span className="sr-only"> (opens in a new tab)</span>}
    </PageLink>
  );
}
