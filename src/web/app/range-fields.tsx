import type { CalendarDay } from '#domain/calendar.ts';
import { dayRanges, daySteps } from '#domain/day-ranges.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { dayOfText, textOfDay } from './day-text.ts';
import { isoDays, rangeLabels, stepLabels } from './range-words.ts';
import type { Chosen } from './use-range-query.ts';

type RangeFieldsProps = {
  chosen: Chosen;
  /** The days that are shown; own dates begin with them. */
  shown: { from: CalendarDay; to: CalendarDay } | undefined;
  onChange: (chosen: Chosen) => void;
  /** What is wrong, and with which of the days. */
  error: { field: string; message: string } | undefined;
};

const ranges = [
  ...dayRanges.map((value) => ({ value, label: rangeLabels[value] })),
  { value: 'own' as const, label: 'Own dates' },
];
const steps = daySteps.map((value) => ({ value, label: stepLabels[value] }));

/** Chooses the days, and by which step they are shown. */
export function RangeFields({ chosen, shown, onChange, error }: RangeFieldsProps) {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4 print:hidden">
      <legend className="sr-only">Days to show</legend>
      <NativeSelect
        label="Days"
        placeholder="Choose one"
        value={chosen.range}
        options={ranges}
        onChange={(value) => {
          const range = value as Chosen['range'];
          onChange({ ...chosen, range, ...(range === 'own' && shown ? isoDays(shown) : {}) });
        }}
      />
      <NativeSelect
        label="By"
        placeholder="Choose one"
        value={chosen.by}
        options={steps}
        onChange={(by) => onChange({ ...chosen, by: by as Chosen['by'] })}
      />
      {chosen.range === 'own' && (
        <>
          <DateField
            label="First day"
            value={dayOfText(chosen.from)}
            onChange={(day) => onChange({ ...chosen, from: textOfDay(day) })}
            error={error?.field === 'from' ? error.message : undefined}
          />
          <DateField
            label="Last day"
            value={dayOfText(chosen.to)}
            onChange={(day) => onChange({ ...chosen, to: textOfDay(day) })}
            error={error?.field === 'from' ? undefined : error?.message}
          />
        </>
      )}
    </fieldset>
  );
}
