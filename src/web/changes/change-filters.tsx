import { type ChangeKind, changeKindNames } from '#domain/changes.ts';
import { dayOfText, textOfDay } from '#web/app/day-text.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { kindLabels } from './change-words.ts';
import { filtersClass } from './filters-class.ts';

const kindOptions: { value: ChangeKind | 'all'; label: string }[] = [
  { value: 'all', label: 'All changes' },
  ...changeKindNames.map((value) => ({ value, label: kindLabels[value] })),
];

type ChangeFiltersProps = {
  parameters: URLSearchParams;
  /** @returns what is wrong with a day, or undefined */
  problemAt: (name: 'from' | 'to') => string | undefined;
  onSet: (name: string, value: string) => void;
};

/** Narrows the record by kind and days. */
export function ChangeFilters({ parameters, problemAt, onSet }: ChangeFiltersProps) {
  return (
    <div className={filtersClass}>
      <Select
        label="Show"
        options={kindOptions}
        value={(parameters.get('kind') as ChangeKind | null) ?? 'all'}
        onChange={(kind) => onSet('kind', kind === 'all' ? '' : kind)}
      />
      <DateField
        label="First day"
        value={dayOfText(parameters.get('from'))}
        onChange={(day) => onSet('from', textOfDay(day))}
        error={problemAt('from')}
      />
      <DateField
        label="Last day"
        value={dayOfText(parameters.get('to'))}
        onChange={(day) => onSet('to', textOfDay(day))}
        error={problemAt('to')}
      />
    </div>
  );
}
