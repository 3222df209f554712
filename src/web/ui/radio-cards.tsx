import type { ReactNode } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { FieldErrorText, FieldHeader, type FieldProps, fieldClass } from './field.tsx';

export type RadioCardOption<Value extends string = string> = {
  value: Value;
  label: string;
  description?: ReactNode;
  isDisabled?: boolean;
};

type RadioCardsProps<Value extends string> = Omit<FieldProps<Value>, 'value'> & {
  value?: Value | '' | null | undefined;
  options: readonly RadioCardOption<Value>[];
  name?: string;
  /** How many cards stand side by side from the tablet up; one below the other on a phone. */
  columns?: 1 | 2 | 3;
};

const columnClass = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' };

/** Choose one of a few, each explained on its own card. */
export function RadioCards<Value extends string>({
  label,
  description,
  error,
  value,
  onChange,
  options,
  columns = 1,
  className = '',
  ...rest
}: RadioCardsProps<Value>) {
  function choose(key: string) {
    const option = options.find((candidate) => candidate.value === key);
    if (option) onChange(option.value);
  }
  return (
    <RadioGroup
      {...rest}
      value={value || null}
      onChange={choose}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={`${fieldClass} ${className}`}
    >
      <FieldHeader label={label} description={description} isRequired={rest.isRequired} />
      <div className={`mt-1 grid gap-3 ${columnClass[columns]}`}>
        {options.map((option) => (
          <RadioCard key={option.value} option={option} />
        ))}
      </div>
      <FieldErrorText error={error} />
    </RadioGroup>
  );
}

function RadioCard({ option }: { option: RadioCardOption }) {
  return (
    <Radio
      value={option.value}
      isDisabled={option.isDisabled}
      className="group/card flex min-h-14 cursor-pointer items-start gap-3 rounded-control border-[1.5px] border-line-strong bg-surface px-4 py-3 transition-colors hover:border-ink data-[disabled]:cursor-not-allowed data-[selected]:border-primary data-[selected]:bg-sunken data-[disabled]:opacity-50 data-[focus-visible]:outline-3 data-[focus-visible]:outline-focus data-[focus-visible]:outline-offset-2 group-data-[invalid]:border-danger"
    >
      <span
        aria-hidden="true"
        className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border-2 border-line-strong group-data-[selected]/card:border-primary"
      >
        <span className="size-2.5 scale-0 rounded-full bg-primary transition-transform group-data-[selected]/card:scale-100" />
      </span>
      <span className="min-w-0">
        <span className="block font-semibold">{option.label}</span>
        {option.description && <span className="block text-ink-soft text-sm">{option.description}</span>}
      </span>
    </Radio>
  );
}
