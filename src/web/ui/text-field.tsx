import { Eye, EyeOff } from 'lucide-react';
import { useId, useState } from 'react';
import { controlClass, type FieldProps } from './field.tsx';
import { NativeField } from './native-field.tsx';

type TextFieldProps = FieldProps<string> & {
  type?: 'text' | 'email' | 'tel' | 'search';
  name?: string;
  /** An autofill token, e.g. "given-name", "current-password". */
  autoComplete?: string;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'url' | 'search';
  autoCapitalize?: 'off' | 'none' | 'on' | 'sentences' | 'words' | 'characters';
  autoFocus?: boolean;
  placeholder?: string;
  maxLength?: number;
  isReadOnly?: boolean;
  /** More than one makes it a text area of that many rows. */
  rows?: number;
};

/** One line of text, or several with `rows`. Uses the browser's own control, which keeps long forms fast. */
export function TextField({ label, description, error, className, rows = 1, type = 'text', ...rest }: TextFieldProps) {
  const id = useId();
  const { value, onChange, onBlur, onFocus, isRequired, isDisabled, isReadOnly, ...attributes } = rest;
  return (
    <NativeField
      as="div"
      controlId={id}
      label={label}
      description={description}
      error={error}
      isRequired={isRequired}
      className={className}
    >
      {({ describedBy }) => {
        const control = {
          ...attributes,
          id,
          value: value ?? '',
          onBlur: () => onBlur?.(),
          onFocus: () => onFocus?.(),
          disabled: isDisabled,
          readOnly: isReadOnly,
          'aria-required': isRequired,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': describedBy,
        };
        return rows > 1 ? (
          <textarea
            {...control}
            onChange={(event) => onChange(event.target.value)}
            rows={rows}
            className={`${controlClass} resize-y`}
          />
        ) : (
          <input {...control} onChange={(event) => onChange(event.target.value)} type={type} className={controlClass} />
        );
      }}
    </NativeField>
  );
}

type PasswordFieldProps = FieldProps<string> & {
  autoComplete: 'current-password' | 'new-password';
  name?: string;
  maxLength?: number;
};

/** A password with a button that shows and hides it. */
export function PasswordField({ label, description, error, className, ...rest }: PasswordFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const { value, onChange, onBlur, onFocus, isRequired, isDisabled, ...attributes } = rest;
  const Icon = isShown ? EyeOff : Eye;
  return (
    <NativeField
      as="div"
      controlId={id}
      label={label}
      description={description}
      error={error}
      isRequired={isRequired}
      className={className}
    >
      {({ describedBy }) => (
        <div className="relative">
          <input
            {...attributes}
            id={id}
            type={isShown ? 'text' : 'password'}
            value={value ?? ''}
            onChange={(event) => onChange(event.target.value)}
            onBlur={() => onBlur?.()}
            onFocus={() => onFocus?.()}
            disabled={isDisabled}
            aria-required={isRequired}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck="false"
            className={`${controlClass} pr-13`}
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-label={`Show ${label.toLowerCase()}`}
            disabled={isDisabled}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-control text-ink-soft hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        </div>
      )}
    </NativeField>
  );
}
