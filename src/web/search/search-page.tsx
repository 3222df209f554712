import { useEffect, useRef } from 'react';
import { shortestSearch } from '#domain/search-lengths.ts';
import { useSearchText } from '#web/app/use-search-text.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { SearchResults } from './search-results.tsx';

/** Finds any customer, worker or engagement, for staff. */
export default function SearchPage() {
  const { typed, setTyped, q, error } = useSearchText();
  const field = useRef<HTMLElement>(null);
  // Who comes to search types next. With results, the page is read first, as any other.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as the page opens
  useEffect(() => {
    if (q === '') field.current?.querySelector('input')?.focus();
  }, []);
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading title="Search" description="Find any customer, worker, engagement, bill or inquiry." />
      <search ref={field} className="print:hidden mb-8 block">
        <TextField
          label="Search"
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          placeholder="Name, phone, address, bill"
          value={typed}
          onChange={setTyped}
          error={error}
        />
      </search>
      {q.length < shortestSearch ? (
        <p className="text-ink-soft">
          Type the beginning of a name, a phone number, a street or an email, at least {shortestSearch} characters. With
          several words, all must match.
        </p>
      ) : (
        <SearchResults q={q} />
      )}
    </div>
  );
}
