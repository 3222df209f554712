import { NativeSelect } from '#web/ui/native-select.tsx';
import { useFilter } from './use-filter.ts';

/**
 * Narrows a list to some of its rows; the page's address keeps to which.
 * @param all what the whole list is called
 * @returns the filter, undefined for the whole list, and the field that chooses it
 */
export function useListFilter<Filter extends string>(all: string, labels: Record<Filter, string>) {
  const filters = Object.keys(labels) as Filter[];
  const [filter, choose] = useFilter(filters);
  const field = (
    <NativeSelect
      label="Show"
      placeholder="Choose one"
      className="mb-6 max-w-xs print:hidden"
      options={[{ value: 'all', label: all }, ...filters.map((value) => ({ value, label: labels[value] }))]}
      value={filter ?? 'all'}
      onChange={(chosen) => choose(filters.find((one) => one === chosen))}
    />
  );
  return [filter, field] as const;
}
