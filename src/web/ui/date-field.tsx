import { useId, useState } from 'react';
import { type CalendarDay, isSameDay } from '#domain/calendar.ts';
import { controlClass, type FieldProps } from './field.tsx';
import { NativeField } from './native-field.tsx';

type DayFieldProps = Omit<FieldProps<CalendarDay | undefined>, 'value'> & {
  value?: CalendarDay | null | undefined;
};

type BirthdayPart = 'month' | 'day' | 'year';
type BirthdayText = Record<BirthdayPart, string>;

const birthdayParts = [
  { part: 'month', label: 'Month', autoComplete: 'bday-month', placeholder: 'MM', length: 2 },
  { part: 'day', label: 'Day', autoComplete: 'bday-day', placeholder: 'DD', length: 2 },
  { part: 'year', label: 'Year', autoComplete: 'bday-year', placeholder: 'YYYY', length: 4 },
] as const;

/**
 * A birthday as three numeric inputs. Reports `undefined` until all three are filled in, then the day as typed. The
 * form checks whether that day exists (31 February does not).
 */
export function BirthdayField({ value, onChange, onBlur, onFocus, error, ...rest }: DayFieldProps) {
  const [text, setText] = useState<BirthdayText>(() => textOf(value));
  // A value that was loaded or reset replaces what is typed. An unfinished day reports undefined and stays.
  const typed = dayOf(text);
  if (value ? !isSameDay(value, typed) : typed !== undefined) setText(textOf(value));

  function type(part: BirthdayPart, input: string) {
    const next = { ...text, [part]: input.replace(/\D/g, '') };
    setText(next);
    onChange(dayOf(next));
  }

  return (
    <NativeField as="fieldset" error={error} {...rest}>
      {({ describedBy }) => (
        <div className="grid max-w-sm grid-cols-[1fr_1fr_1.4fr] gap-3">
          {birthdayParts.map(({ part, label, autoComplete, placeholder, length }) => (
            <label key={part} className="flex flex-col gap-1 text-ink-soft text-sm">
              {label}
              <input
                value={text[part]}
                onChange={(event) => type(part, event.target.value)}
                onBlur={(event) => {
                  if (!event.currentTarget.closest('fieldset')?.contains(event.relatedTarget)) onBlur?.();
                }}
                onFocus={onFocus}
                inputMode="numeric"
                autoComplete={autoComplete}
                placeholder={placeholder}
                maxLength={length}
                required={rest.isRequired}
                aria-invalid={error ? true : undefined}
                aria-describedby={describedBy}
                className={`${controlClass} tabular-nums`}
              />
            </label>
          ))}
        </div>
      )}
    </NativeField>
  );
}

type DateFieldProps = DayFieldProps & {
  /** The first day that can be chosen. */
  minDay?: CalendarDay;
  name?: string;
};

/** One calendar day, by the device's own picker. The day is read as written, never through a time zone. */
export function DateField({ value, onChange, onBlur, onFocus, error, minDay, name, ...rest }: DateFieldProps) {
  const id = useId();
  return (
    <NativeField as="div" error={error} controlId={id} {...rest}>
      {({ describedBy }) => (
        <input
          id={id}
          type="date"
          name={name}
          autoComplete="off"
          value={value ? isoDay(value) : ''}
          min={minDay && isoDay(minDay)}
          onChange={(event) => onChange(dayFromIso(event.target.value))}
          onBlur={onBlur}
          onFocus={onFocus}
          required={rest.isRequired}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className={controlClass}
        />
      )}
    </NativeField>
  );
}

function textOf(day: CalendarDay | null | undefined): BirthdayText {
  return { month: day ? String(day.month) : '', day: day ? String(day.day) : '', year: day ? String(day.year) : '' };
}

function dayOf(text: BirthdayText): CalendarDay | undefined {
  if (!text.year || !text.month || !text.day) return undefined;
  return { year: Number(text.year), month: Number(text.month), day: Number(text.day) };
}

function isoDay({ year, month, day }: CalendarDay): string {
  const digits = (number: number, length: number) => String(number).padStart(length, '0');
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}

function dayFromIso(text: string): CalendarDay | undefined {
  const [year, month, day] = text.split('-').map(Number);
  return year && month && day ? { year, month, day } : undefined;
}
