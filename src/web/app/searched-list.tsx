import type { ReactNode } from 'react';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { PagedList, type PagedListProps } from './paged-list.tsx';
import { useFilter } from './use-filter.ts';
import { useSearchText } from './use-search-text.ts';

/** What a list is searched for and narrowed to; both stand in the page's address. */
export function useListSearch<Filter extends string>(labels: Record<Filter, string>) {
  const filters = Object.keys(labels) as Filter[];
  const { q, ...field } = useSearchText();
  const [filter, choose] = useFilter(filters);
  return { q, ...field, filters, labels, filter, choose, isNarrowed: q !== '' || filter !== undefined };
}

type SearchedListProps<Row, Filter extends string> = PagedListProps<Row> & {
  title: string;
  description: string;
  actions?: ReactNode;
  search: ReturnType<typeof useListSearch<Filter>>;
};

/** A page of staff that lists people, or what they asked for: searched, narrowed, and loaded page by page. */
export function SearchedList<Row, Filter extends string>(props: SearchedListProps<Row, Filter>) {
  const { title, description, actions, search, ...list } = props;
  const { typed, setTyped, error, filters, labels, filter, choose } = search;
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title={title}
        description={description}
        actions={
          <>
            <RefreshButton isPending={list.loaded.isFetching} onPress={() => void list.loaded.refetch()} />
            {actions}
          </>
        }
      />
      <search className="print:hidden mb-8 grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <TextField
          label="Search"
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          placeholder="Name, phone or address"
          value={typed}
          onChange={setTyped}
          error={error}
        />
        <NativeSelect
          label="Show"
          placeholder="Choose one"
          options={[
            { value: 'all', label: `All ${list.what}` },
            ...filters.map((value) => ({ value, label: labels[value] })),
          ]}
          value={filter ?? 'all'}
          onChange={(chosen) => choose(filters.find((one) => one === chosen))}
        />
      </search>
      <PagedList {...list} />
    </div>
  );
}
