import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { controlClass, type FieldProps } from './field.tsx';
import { useNativeControl } from './native-control.ts';
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
export function TextField({ rows = 1, type = 'text', isReadOnly, ...field }: TextFieldProps) {
  const { frame, control } = useNativeControl(field);
  return (
    <NativeField {...frame}>
      {({ describedBy }) => {
        const props = { ...control, readOnly: isReadOnly, 'aria-describedby': describedBy };
        return rows > 1 ? (
          <textarea {...props} rows={rows} className={`${controlClass} resize-y`} />
        ) : (
          <input {...props} type={type} className={controlClass} />
        );
      }}
    </NativeField>
  );
}

type PasswordFieldProps = FieldProps<string> & { name?: string; autoFocus?: boolean } & (
    | { autoComplete: 'current-password' }
    // What programs that make a password up keep to.
    | { autoComplete: 'new-password'; minLength: number; passwordrules: string }
  );

/** A password with a button that shows and hides it. */
export function PasswordField(field: PasswordFieldProps) {
  const { frame, control } = useNativeControl(field);
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <NativeField {...frame}>
      {({ describedBy }) => (
        <div className="relative">
          <input
            {...control}
            type={isShown ? 'text' : 'password'}
            aria-describedby={describedBy}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck="false"
            className={`${controlClass} pr-13`}
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-label={`Show ${field.label.toLowerCase()}`}
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
