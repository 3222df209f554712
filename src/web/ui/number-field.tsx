import { Minus, Plus } from 'lucide-react';
import { NumberField as AriaNumberField, Button, Group, Input } from 'react-aria-components';
import { FieldErrorText, FieldHeader } from './aria-field.tsx';
import { controlClass, type FieldProps, fieldClass } from './field.tsx';

type NumberFieldProps = Omit<FieldProps<number>, 'value' | 'onChange'> & {
  /** `undefined` when the field is empty. */
  value?: number | undefined;
  onChange: (value: number | undefined) => void;
  minValue?: number;
  maxValue?: number;
  name?: string;
  /** `dollars` shows $ and cents, `percent` shows the number with % after it (25 is 25 %). */
  unit?: 'dollars' | 'percent';
};

const stepClass = 'grid size-11 shrink-0 place-items-center rounded-control hover:bg-sunken disabled:opacity-40';

const formats: Record<'dollars' | 'percent', Intl.NumberFormatOptions> = {
  dollars: { style: 'currency', currency: 'USD' },
  percent: { style: 'unit', unit: 'percent', maximumFractionDigits: 2 },
};

/**
 * A number with − and + buttons. Reports on blur, Enter, the arrow keys and the buttons. A number beyond the limits, or a
 * part of one where it is not dollars, stays as it was typed, and is told of.
 */
export function NumberField({
  label,
  description,
  error,
  value,
  onChange,
  unit,
  minValue,
  className = '',
  ...rest
}: NumberFieldProps) {
  const { maxValue } = rest;
  const words = error || limitWords(value, { minValue, maxValue, unit });
  return (
    <AriaNumberField
      {...rest}
      value={value ?? Number.NaN}
      onChange={(number) => onChange(Number.isNaN(number) ? undefined : number)}
      formatOptions={unit && formats[unit]}
      // With a `minValue` of 0, React Aria swallows a minus sign.
      commitBehavior="validate"
      isInvalid={Boolean(words)}
      validationBehavior="aria"
      className={`${fieldClass} ${className}`}
    >
      <FieldHeader label={label} description={description} isRequired={rest.isRequired} />
      <Group
        className={`${controlClass} flex items-center p-0! has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-focus has-[input:focus-visible]:outline-offset-3 group-data-[invalid]:border-2 group-data-[invalid]:border-danger`}
      >
        <Button
          slot="decrement"
          isDisabled={value !== undefined && minValue !== undefined && value <= minValue}
          className={stepClass}
        >
          <Minus aria-hidden="true" className="size-5" />
        </Button>
        <Input
          // Without a `minValue`, React Aria asks an iPhone for the keyboard of letters.
          inputMode="decimal"
          className="min-h-11 w-full min-w-0 bg-transparent text-center text-base tabular-nums outline-none"
        />
        <Button slot="increment" className={stepClass}>
          <Plus aria-hidden="true" className="size-5" />
        </Button>
      </Group>
      <FieldErrorText error={words} />
    </AriaNumberField>
  );
}

function limitWords(value: number | undefined, limits: Pick<NumberFieldProps, 'minValue' | 'maxValue' | 'unit'>) {
  const { minValue = Number.NEGATIVE_INFINITY, maxValue = Number.POSITIVE_INFINITY, unit } = limits;
  if (value === undefined) return undefined;
  if (unit !== 'dollars' && !Number.isInteger(value)) return 'Please give a whole number.';
  if (value >= minValue && value <= maxValue) return undefined;
  const { format } = new Intl.NumberFormat('en-US', unit && formats[unit]);
  return value < minValue ? `Please give ${format(minValue)} or more.` : `Please give ${format(maxValue)} or less.`;
}
