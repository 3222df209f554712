import { Minus, Plus } from 'lucide-react';
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { NumberField as AriaNumberField, Button, Group, Input, NumberFieldStateContext } from 'react-aria-components';
import { FieldErrorText, FieldHeader } from './aria-field.tsx';
import { controlClass, type FieldProps, fieldClass } from './field.tsx';

type NumberFieldProps = Omit<FieldProps<number>, 'value' | 'onChange'> & {
  /** `undefined` when the field is empty, NaN when what was typed is no number. */
  value?: number | undefined;
  onChange: (value: number | undefined) => void;
  minValue?: number;
  maxValue?: number;
  name?: string;
  /** `dollars` shows $ and cents, `percent` shows the number with % after it (25 is 25 %). */
  unit?: 'dollars' | 'percent';
};

const stepClass = 'grid size-11 shrink-0 place-items-center rounded-control hover:bg-sunken disabled:opacity-40';

// So many digits that nothing is rounded without a word.
const maximumFractionDigits = 10;
const formats: Record<'dollars' | 'percent' | 'plain', Intl.NumberFormatOptions> = {
  dollars: { style: 'currency', currency: 'USD', maximumFractionDigits },
  percent: { style: 'unit', unit: 'percent', maximumFractionDigits },
  plain: { maximumFractionDigits },
};

/**
 * A number with − and + buttons. Reports on blur, Enter, the arrow keys and the buttons. A number beyond the limits, and
 * a part of one, or of a cent, stays as it was typed, and is told of; so is what is no number.
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
  const [unreadable, setUnreadable] = useState<string>();
  const isUnreadable = unreadable && Number.isNaN(value);
  const words =
    (isUnreadable && `“${unreadable}” is no number. Please type it again.`) ||
    (isPartOfCent(value, unit) && 'Please give whole cents.') ||
    error ||
    limitWords(value, { minValue, maxValue, unit });
  return (
    <AriaNumberField
      {...rest}
      value={value ?? Number.NaN}
      onChange={(number) => onChange(Number.isNaN(number) ? undefined : number)}
      formatOptions={formats[unit ?? 'plain']}
      // With a `minValue` of 0, React Aria swallows a minus sign.
      commitBehavior="validate"
      // Who scrolls over a field means the page.
      isWheelDisabled
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
        <NumberInput
          onUnreadable={(text) => {
            setUnreadable(text);
            // React Aria would put the number before back.
            onChange(Number.NaN);
          }}
          onEmptied={() => {
            if (Number.isNaN(value)) onChange(undefined);
          }}
        />
        <Button slot="increment" className={stepClass}>
          <Plus aria-hidden="true" className="size-5" />
        </Button>
      </Group>
      <FieldErrorText error={words} />
    </AriaNumberField>
  );
}

type NumberInputProps = { onUnreadable: (text: string) => void; onEmptied: () => void };

/** @param onUnreadable hears of what was typed or filled in and is no number */
function NumberInput({ onUnreadable, onEmptied }: NumberInputProps) {
  const state = useContext(NumberFieldStateContext);
  const input = useRef<HTMLInputElement>(null);
  const refuse = useEffectEvent(onUnreadable);
  // React Aria keeps a text out that cannot become a number, such as 1e9 when it is pasted; it has decided by the time that the
  // event is at what is around the control. A single letter that does not appear tells enough.
  useEffect(() => {
    const around = input.current?.parentElement;
    const heard = ({ defaultPrevented, data }: InputEvent) => {
      if (defaultPrevented && data && data.length > 1) refuse(data);
    };
    around?.addEventListener('beforeinput', heard);
    return () => around?.removeEventListener('beforeinput', heard);
  }, []);
  const leave = () => {
    if (state && state.inputValue !== '' && Number.isNaN(state.numberValue)) onUnreadable(state.inputValue);
  };
  return (
    <Input
      ref={input}
      // Without a `minValue`, React Aria asks an iPhone for the keyboard of letters.
      inputMode="decimal"
      onChange={({ target: { value: text } }) => {
        if (text === '') onEmptied();
        else if (state && !state.validate(text)) onUnreadable(text);
      }}
      onBlur={leave}
      onKeyDown={({ key }) => {
        if (key === 'Enter') leave();
      }}
      className="min-h-11 w-full min-w-0 bg-transparent text-center text-base tabular-nums outline-none"
    />
  );
}

const isPartOfCent = (value: number | undefined, unit: NumberFieldProps['unit']) =>
  unit === 'dollars' && value !== undefined && !Number.isInteger(dollarsToCents(value));

/** @returns cents, with a part of one where there is one: 15.555 is 1555.5; 0.29 is 29, though 0.29 * 100 is a little less */
export const dollarsToCents = (dollars: number): number => Math.round(dollars * 1e8) / 1e6;

function limitWords(value: number | undefined, limits: Pick<NumberFieldProps, 'minValue' | 'maxValue' | 'unit'>) {
  const { minValue = Number.NEGATIVE_INFINITY, maxValue = Number.POSITIVE_INFINITY, unit } = limits;
  if (value === undefined || Number.isNaN(value)) return undefined;
  if (unit !== 'dollars' && !Number.isInteger(value)) return 'Please give a whole number.';
  if (value >= minValue && value <= maxValue) return undefined;
  const { format } = new Intl.NumberFormat('en-US', formats[unit ?? 'plain']);
  return value < minValue ? `Please give ${format(minValue)} or more.` : `Please give ${format(maxValue)} or less.`;
}
