import type { ReactNode } from 'react';

type CardProps = {
  children: ReactNode;
  /** Shown as a heading; `level` fits it into the page (default 2). */
  title?: string;
  level?: 2 | 3;
  description?: ReactNode;
  /** A button or menu at the end of the heading's line. */
  actions?: ReactNode;
  className?: string;
};

/** A panel that holds one thing: a form section, a row of a list, a summary. */
export function Card({ children, title, level = 2, description, actions, className = '' }: CardProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <section className={`rounded-card border border-line bg-surface p-5 shadow-card sm:p-7 ${className}`}>
      {(title || actions) && (
        <div className="mb-4 flex flex-wrap items-baseline justify-between gap-3">
          <div className="min-w-0 flex-[1_1_8rem]">
            {title && <Title className="text-xl">{title}</Title>}
            {description && <p className="mt-1 text-ink-soft">{description}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
