import type { ReactNode } from 'react';

type FactProps = {
  label: string;
  children: ReactNode;
  /** Spans both columns. */
  isWide?: boolean;
};

/** A label and its value, inside a `<dl>`. */
export function Fact({ label, children, isWide = false }: FactProps) {
  return (
    <div className={`wrap-anywhere min-w-0 ${isWide ? 'sm:col-span-2' : ''}`}>
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className="mt-0.5 whitespace-pre-line">{children}</dd>
    </div>
  );
}
