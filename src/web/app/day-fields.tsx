import { DateField } from '#web/ui/date-field.tsx';
import { dayOfText, textOfDay } from './day-text.ts';

/** What narrows a list by its address. */
export type FiltersProps = {
  parameters: URLSearchParams;
  /** @returns what is wrong with a day, or undefined */
  problemAt: (name: 'from' | 'to') => string | undefined;
  onSet: (name: string, value: string) => void;
};

/** Narrows a list to the days from one to another. */
export function DayFields({
  parameters,
  problemAt,
  onSet,
  widths,
}: FiltersProps & { widths?: { from: string; to: string } }) {
  return (['from', 'to'] as const).map((name) => (
    <DateField
      key={name}
      label={name === 'from' ? 'First day' : 'Last day'}
      className={widths?.[name] ?? ''}
      value={dayOfText(parameters.get(name))}
      onChange={(day) => onSet(name, textOfDay(day))}
      error={problemAt(name)}
    />
  ));
}
