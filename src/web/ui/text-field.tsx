import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { TextField as AriaTextField, Input, TextArea, ToggleButton } from 'react-aria-components';
import { controlClass, FieldErrorText, FieldHeader, type FieldProps, fieldClass } from './field.tsx';

type TextFieldProps = FieldProps<string> & {
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'password';
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

/** One line of text, or several with `rows`. */
export function TextField({
  label,
  description,
  error,
  placeholder,
  rows = 1,
  className = '',
  inputMode,
  value,
  autoCapitalize,
  ...rest
}: TextFieldProps) {
  return (
    <AriaTextField
      {...rest}
      value={value ?? ''}
      inputMode={inputMode}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={`${fieldClass} ${className}`}
    >
      <FieldHeader label={label} description={description} isRequired={rest.isRequired} />
      {rows > 1 ? (
        <TextArea rows={rows} placeholder={placeholder} className={`${controlClass} resize-y`} />
      ) : (
        <Input placeholder={placeholder} autoCapitalize={autoCapitalize} className={controlClass} />
      )}
      <FieldErrorText error={error} />
    </AriaTextField>
  );
}

type PasswordFieldProps = FieldProps<string> & {
  autoComplete: 'current-password' | 'new-password';
  name?: string;
  maxLength?: number;
};

/** A password with a button that shows and hides it. */
export function PasswordField({ label, description, error, className = '', value, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <AriaTextField
      {...rest}
      value={value ?? ''}
      type={isShown ? 'text' : 'password'}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={`${fieldClass} ${className}`}
    >
      <FieldHeader label={label} description={description} isRequired={rest.isRequired} />
      <div className="relative">
        <Input autoCapitalize="none" autoCorrect="off" spellCheck="false" className={`${controlClass} pr-13`} />
        <ToggleButton
          isSelected={isShown}
          onChange={setShown}
          aria-label={`Show ${label.toLowerCase()}`}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-control text-ink-soft hover:text-ink"
        >
          <Icon aria-hidden="true" className="size-5" />
        </ToggleButton>
      </div>
      <FieldErrorText error={error} />
    </AriaTextField>
  );
}
