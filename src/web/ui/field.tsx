import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/**
 * What every field takes. `value`, `onChange(value)`, `onBlur`, `onFocus` and `error` are those of
 * `form.getInputProps(path)` from @mantine/form.
 */
export type FieldProps<Value> = {
  label: string;
  value?: Value;
  onChange: (value: Value) => void;
  onBlur?: () => void;
  onFocus?: () => void;
  /** A help text below the label. */
  description?: ReactNode;
  /** What is wrong; marks the field invalid and is shown below it. */
  error?: ReactNode;
  isRequired?: boolean;
  className?: string;
};

/** The box of a text-like control. 16 px text, so that iOS does not zoom in. */
export const controlClass =
  'min-h-12 w-full min-w-0 rounded-control border-[1.5px] border-line-strong bg-surface px-3.5 py-2.5 text-base text-ink transition-colors placeholder:text-ink-soft hover:border-ink focus:border-focus data-[focused]:border-focus data-[invalid]:border-2 data-[invalid]:border-danger aria-invalid:border-2 aria-invalid:border-danger disabled:cursor-not-allowed disabled:opacity-60 [&[readonly]]:bg-sunken';

/** The column of label, help text, control and error. */
export const fieldClass = 'group flex min-w-0 flex-col gap-1.5';

export const labelClass = 'font-semibold text-ink';

export const descriptionClass = 'text-ink-soft text-sm';

/** The visible star; the control itself says "required". */
export function RequiredMark() {
  return (
    <span aria-hidden="true" className="ml-0.5 text-danger">
      *
    </span>
  );
}

/** The look of an error: a sign and words, not colour alone. */
export function ErrorLine({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-start gap-1.5 font-medium text-danger text-sm">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </span>
  );
}
