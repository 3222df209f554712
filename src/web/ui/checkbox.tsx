import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components';
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
  className?: string;
};

/** Yes or no. Takes `value`, so use `form.getInputProps(path)` without `type: 'checkbox'`. */
export function Checkbox({ label, value, description, error, className = '', ...rest }: CheckboxProps) {
  const descriptionId = useId();
  const errorId = useId();
  const describedBy = [description ? descriptionId : '', error ? errorId : ''].filter(Boolean).join(' ');
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <AriaCheckbox
        {...rest}
        isSelected={Boolean(value)}
        isInvalid={Boolean(error)}
        validationBehavior="aria"
        aria-describedby={describedBy || undefined}
        className="group/box flex min-h-11 cursor-pointer items-start gap-3 py-2 data-[disabled]:cursor-not-allowed data-[disabled]:opacity-50"
      >
        <span
          aria-hidden="true"
          className="mt-px grid size-6 shrink-0 place-items-center rounded-[8px_6px_8px_7px] border-[1.5px] border-line-strong bg-surface text-on-primary transition-colors group-hover/box:border-ink group-data-[invalid]/box:border-2 group-data-[invalid]/box:border-danger group-data-[selected]/box:border-primary group-data-[selected]/box:bg-primary group-data-[focus-visible]/box:outline-3 group-data-[focus-visible]/box:outline-focus group-data-[focus-visible]/box:outline-offset-2"
        >
          <Check className="size-4 scale-0 stroke-3 transition-transform group-data-[selected]/box:scale-100" />
        </span>
        <span className="min-w-0">{label}</span>
      </AriaCheckbox>
      {description && (
        <span id={descriptionId} className={`pl-9 ${descriptionClass}`}>
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
