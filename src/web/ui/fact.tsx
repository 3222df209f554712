import type { ReactNode } from 'react';

type FactProps = {
  label: string;
  children: ReactNode;
  /** Takes the whole width where others stand side by side. */
  isWide?: boolean;
};

/** One thing that is known, with what it is; stands in a `<dl>`. */
export function Fact({ label, children, isWide = false }: FactProps) {
  return (
    <div className={`wrap-anywhere min-w-0 ${isWide ? 'sm:col-span-2' : ''}`}>
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className="mt-0.5 whitespace-pre-line">{children}</dd>
    </div>
  );
}
