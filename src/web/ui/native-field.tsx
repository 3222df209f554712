import { type ReactNode, useId } from 'react';
import { descriptionClass, ErrorLine, type FieldProps, fieldClass, labelClass, RequiredMark } from './field.tsx';

type NativeFieldProps = Pick<FieldProps<unknown>, 'label' | 'description' | 'error' | 'isRequired' | 'className'> & {
  /** One control in a `div`, several in a `fieldset` or a `radiogroup`. */
  as: 'div' | 'fieldset' | 'radiogroup';
  /** The id of the control in a `div`. */
  controlId?: string;
  /** @param ids for the control's aria-describedby */
  children: (ids: { describedBy: string | undefined }) => ReactNode;
};

/** Label, help text and error around the browser's own controls, tied to them by id. */
export function NativeField({
  as,
  label,
  description,
  error,
  isRequired,
  className = '',
  controlId,
  children,
}: NativeFieldProps) {
  const labelId = useId();
  const descriptionId = useId();
  const errorId = useId();
  const describedBy = [description ? descriptionId : '', error ? errorId : ''].filter(Boolean).join(' ') || undefined;
  const caption = (
    <>
      {label}
      {isRequired && <RequiredMark />}
    </>
  );
  const rest = (
    <>
      {description && (
        <span id={descriptionId} className={`-mt-1 ${descriptionClass}`}>
          {description}
        </span>
      )}
      {children({ describedBy })}
      {error && (
        <span id={errorId}>
          <ErrorLine>{error}</ErrorLine>
        </span>
      )}
    </>
  );
  if (as === 'fieldset') {
    return (
      <fieldset className={`${fieldClass} ${className}`}>
        <legend className={`${labelClass} mb-1.5`}>{caption}</legend>
        {rest}
      </fieldset>
    );
  }
  if (as === 'radiogroup') {
    return (
      <div
        role="radiogroup"
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        aria-required={isRequired}
        aria-invalid={error ? true : undefined}
        className={`${fieldClass} ${className}`}
      >
        <span id={labelId} className={labelClass}>
          {caption}
        </span>
        {rest}
      </div>
    );
  }
  return (
    <div className={`${fieldClass} ${className}`}>
      <label htmlFor={controlId} className={labelClass}>
        {caption}
      </label>
      {rest}
    </div>
  );
}
