import { House, Mail, Phone, Plus, UserRound } from 'lucide-react';
import type { CustomerRow } from '#contract/customers.ts';
import { momentDayLabel } from '#domain/calendar.ts';
import { customerFilters } from '#domain/customer-filters.ts';
import { phoneLabel } from '#domain/labels.ts';
import { staffApi } from '#web/api/staff-api.ts';
import { ListSearch } from '#web/app/list-search.tsx';
import { PagedList } from '#web/app/paged-list.tsx';
import { useFilter } from '#web/app/use-filter.ts';
import { useSearchText } from '#web/app/use-search-text.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconLine } from '#web/ui/icon-line.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { RowLink } from '#web/ui/row-link.tsx';
import { filterLabels, marksOf } from './customer-words.ts';

/** All customers, for staff. Search and filter stand in the address. */
export default function CustomersPage() {
  const { typed, setTyped, q } = useSearchText();
  const [filter, choose] = useFilter(customerFilters);
  const loaded = staffApi.useListCustomersInfiniteQuery(
    { query: { ...(q !== '' && { q }), ...(filter && { filter }) } },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Customers"
        description="Everybody who has signed up as a customer, the newest first."
        actions={
          <>
            <RefreshButton isPending={loaded.isFetching} onPress={() => void loaded.refetch()} />
            <LinkButton to="/orders" variant="secondary">
              Orders
            </LinkButton>
            <LinkButton to="/customers/new" size="icon" aria-label="New customer">
              <Plus aria-hidden="true" className="size-6" />
            </LinkButton>
          </>
        }
      />
      <ListSearch
        typed={typed}
        setTyped={setTyped}
        filter={filter}
        choose={choose}
        labels={filterLabels}
        all="All customers"
      />
      <PagedList
        what="customers"
        loaded={loaded}
        rows={loaded.currentData?.pages.flatMap(({ customers }) => customers)}
        keyOf={({ profileId }) => profileId}
        empty={
          <EmptyState
            title="No Customers"
            text={
              q || filter
                ? 'Nobody is like this. Try other words, or another filter.'
                : 'Nobody has signed up yet. When somebody calls, write down here what they want.'
            }
            action={!(q || filter) && <LinkButton to="/customers/new">New customer</LinkButton>}
          />
        }
      >
        {(customer) => <CustomerLink customer={customer} />}
      </PagedList>
    </div>
  );
}

function CustomerLink({ customer }: { customer: CustomerRow }) {
  const { profileId, name, email, phone, address, since } = customer;
  return (
    <RowLink to={`/customers/${profileId}`} icon={UserRound}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-bold font-display text-xl">{name}</span>
        {marksOf(customer).map(({ label, tone }) => (
          <Badge key={label} tone={tone}>
            {label}
          </Badge>
        ))}
      </span>
      <span className="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-ink-soft">
        {/* Who was erased has none. */}
        {phone && <IconLine icon={Phone}>{phoneLabel(phone)}</IconLine>}
        {phone && <IconLine icon={Mail}>{email}</IconLine>}
        {address && (
          <IconLine icon={House}>
            {address.streetAddress1}, {address.city}
          </IconLine>
        )}
        <span>Since {momentDayLabel(since)}</span>
      </span>
    </RowLink>
  );
}
