import { ChevronDown } from 'lucide-react';
import { controlClass, type FieldProps } from './field.tsx';
import { useNativeControl } from './native-control.ts';
import { NativeField } from './native-field.tsx';

type NativeSelectProps = FieldProps<string> & {
  options: readonly { value: string; label: string }[];
  placeholder: string;
  /** An autofill token, e.g. "address-level1". */
  autoComplete?: string;
};

/** Choose one of many. The browser's own list opens at once, however long it is, and a phone shows its own wheel. */
export function NativeSelect({ options, placeholder, ...field }: NativeSelectProps) {
  const { frame, control } = useNativeControl(field);
  return (
    <NativeField {...frame}>
      {({ describedBy }) => (
        <div className="relative">
          <select
            {...control}
            aria-describedby={describedBy}
            className={`${controlClass} appearance-none truncate pr-11 ${control.value === '' ? 'text-ink-soft' : ''}`}
          >
            <option value="" disabled>
              {placeholder}
            </option>
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-5 text-ink-soft"
          />
        </div>
      )}
    </NativeField>
  );
}
