import { useFilter } from '#web/app/use-filter.ts';
import { useSearchText } from '#web/app/use-search-text.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { InquiryList } from './inquiry-list.tsx';

const stateOptions = [
  { value: 'open', label: 'Open' },
  { value: 'lost', label: 'Lost' },
  { value: 'all', label: 'All' },
] as const;
/** The open ones are shown when the address says nothing. */
const filters = ['lost', 'all'] as const;

/** Lists the inquiries of visitors, which staff answer. Search and filter stand in the address. */
export default function InquiriesPage() {
  const { typed, setTyped, q, error } = useSearchText();
  const [filter, choose] = useFilter(filters);
  const state = filter ?? 'open';
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Inquiries"
        description="Each waits for an answer within 2 business days. Overdue ones stand first, then the newest."
        actions={
          <LinkButton to="/orders" variant="secondary">
            Orders
          </LinkButton>
        }
      />
      <search className="print:hidden mb-6 grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <TextField
          label="Search"
          type="search"
          autoComplete="off"
          placeholder="Name, email, phone, street…"
          value={typed}
          onChange={setTyped}
          error={error}
        />
        <NativeSelect
          label="Show"
          placeholder="Choose one"
          options={stateOptions}
          value={state}
          onChange={(chosen) => choose(filters.find((one) => one === chosen))}
        />
      </search>
      <InquiryList filter={{ state, search: q || undefined }} />
    </div>
  );
}
