import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { descriptionClass, ErrorLine } from './field.tsx';

type CheckboxProps = {
  /** The text beside the box; may hold links. */
  label: ReactNode;
  value?: boolean;
  onChange: (value: boolean) => void;
  onBlur?: () => void;
  onFocus?: () => void;
  description?: ReactNode;
  error?: ReactNode;
  name?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
};

/** Yes or no. Takes `value`, so use `form.getInputProps(path)` without `type: 'checkbox'`. */
export function Checkbox({
  label,
  value,
  onChange,
  onBlur,
  onFocus,
  description,
  error,
  name,
  isRequired,
  isDisabled,
}: CheckboxProps) {
  const descriptionId = useId();
  const errorId = useId();
  const describedBy = [description ? descriptionId : '', error ? errorId : ''].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1">
      <label className="group/box relative flex min-h-11 cursor-pointer items-start gap-3 py-2 has-disabled:cursor-not-allowed has-disabled:opacity-50">
        <input
          type="checkbox"
          name={name}
          checked={Boolean(value)}
          onChange={(event) => onChange(event.target.checked)}
          onBlur={() => onBlur?.()}
          onFocus={() => onFocus?.()}
          disabled={isDisabled}
          aria-required={isRequired}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          className="peer sr-only"
        />
        <span
          aria-hidden="true"
          className="mt-px grid size-6 shrink-0 place-items-center rounded-[8px_6px_8px_7px] border-[1.5px] border-line-strong bg-surface text-on-primary transition-colors group-hover/box:border-ink peer-checked:border-primary peer-checked:bg-primary peer-focus-visible:outline-3 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-2 peer-aria-invalid:border-2 peer-aria-invalid:border-danger"
        >
          <Check className="size-4 scale-0 stroke-3 transition-transform group-has-checked/box:scale-100" />
        </span>
        <span className="min-w-0">{label}</span>
      </label>
      {description && (
        <span id={descriptionId} className={`-mt-2 pl-9 ${descriptionClass}`}>
          {description}
        </span>
      )}
      {error && (
        <span id={errorId} className="pl-9">
          <ErrorLine>{error}</ErrorLine>
        </span>
      )}
    </div>
  );
}
