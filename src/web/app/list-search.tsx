import { longestSearch } from '#contract/search.ts';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { TextField } from '#web/ui/text-field.tsx';

type ListSearchProps<Filter extends string> = {
  typed: string;
  setTyped: (text: string) => void;
  filter: Filter | undefined;
  choose: (filter: Filter | undefined) => void;
  labels: Record<Filter, string>;
  /** What the whole list is called. */
  all: string;
};

/** Searches a list of people, and narrows it. */
export function ListSearch<Filter extends string>(props: ListSearchProps<Filter>) {
  const { typed, setTyped, filter, choose, labels, all } = props;
  const filters = Object.keys(labels) as Filter[];
  return (
    <search className="mb-8 grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <TextField
        label="Search"
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        placeholder="Name, phone, street or e-mail"
        maxLength={longestSearch}
        value={typed}
        onChange={setTyped}
      />
      <NativeSelect
        label="Show"
        placeholder="Choose one"
        options={[{ value: 'all', label: all }, ...filters.map((value) => ({ value, label: labels[value] }))]}
        value={filter ?? 'all'}
        onChange={(chosen) => choose(filters.find((one) => one === chosen))}
      />
    </search>
  );
}
