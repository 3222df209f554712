import { type ChangeKind, changeKindNames } from '#domain/changes.ts';
import { DayFields, type FiltersProps } from '#web/app/day-fields.tsx';
import { Select } from '#web/ui/select.tsx';
import { kindLabels } from './change-words.ts';
import { filtersClass } from './filters-class.ts';

const kindOptions: { value: ChangeKind | 'all'; label: string }[] = [
  { value: 'all', label: 'All changes' },
  ...changeKindNames.map((value) => ({ value, label: kindLabels[value] })),
];

/** Narrows the record by kind and days. */
export function ChangeFilters(props: FiltersProps) {
  const { parameters, onSet } = props;
  return (
    <div className={filtersClass}>
      <Select
        label="Show"
        options={kindOptions}
        value={(parameters.get('kind') as ChangeKind | null) ?? 'all'}
        onChange={(kind) => onSet('kind', kind === 'all' ? '' : kind)}
      />
      <DayFields {...props} />
    </div>
  );
}
