import { type ReactNode, useId } from 'react';
import type { FieldProps } from './field.tsx';
import { NativeField } from './native-field.tsx';

type RadioCardOption<Value extends string> = { value: Value; label: string; description?: ReactNode };

type RadioCardsProps<Value extends string> = Omit<FieldProps<Value>, 'value'> & {
  value?: Value | '' | null | undefined;
  options: readonly RadioCardOption<Value>[];
  name?: string;
  /** How many cards stand side by side from the tablet up. On a phone they stand one below the other. */
  columns?: 1 | 2 | 3;
};

const columnClass = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' };

/** Choose one of a few, each explained on its own card. Uses the browser's own radios, which keep long forms fast. */
export function RadioCards<Value extends string>({ options, columns = 1, name, ...field }: RadioCardsProps<Value>) {
  const ownName = useId();
  const { value, onChange, onBlur, onFocus, ...frame } = field;
  return (
    <NativeField as="radiogroup" {...frame}>
      {() => (
        <div className={`mt-1 grid gap-3 ${columnClass[columns]}`}>
          {options.map((option) => (
            <label
              key={option.value}
              className={`${cardClass} ${frame.error ? 'border-danger' : 'border-line-strong'}`}
            >
              <input
                type="radio"
                name={name ?? ownName}
                value={option.value}
                checked={option.value === value}
                onChange={() => onChange(option.value)}
                onBlur={(event) => {
                  if (!event.currentTarget.closest('[role=radiogroup]')?.contains(event.relatedTarget)) onBlur?.();
                }}
                onFocus={() => onFocus?.()}
                className="sr-only"
              />
              <span aria-hidden="true" className={markClass}>
                <span className="size-2.5 scale-0 rounded-full bg-primary transition-transform group-has-checked/card:scale-100" />
              </span>
              <span className="min-w-0">
                <span className="block font-semibold">{option.label}</span>
                {option.description && <span className="block text-ink-soft text-sm">{option.description}</span>}
              </span>
            </label>
          ))}
        </div>
      )}
    </NativeField>
  );
}

// `relative` keeps the hidden radio inside its card. Elsewhere, focusing it would scroll the page.
const cardClass =
  'group/card relative flex min-h-14 cursor-pointer items-start gap-3 rounded-control border-[1.5px] bg-surface px-4 py-3 transition-colors hover:border-ink has-checked:border-primary has-checked:bg-sunken has-disabled:cursor-not-allowed has-disabled:opacity-50 has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2';
const markClass =
  'mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border-2 border-line-strong group-has-checked/card:border-primary';
