import { Plus, UserRound } from 'lucide-react';
import { api } from '#web/api/api.ts';
import { SearchedList, useListSearch } from '#web/app/searched-list.tsx';
import { PersonLink } from '#web/profiles/person-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { filterLabels, marksOf } from './customer-words.ts';

/** All customers, for staff. */
export default function CustomersPage() {
  const search = useListSearch(filterLabels);
  const { q, filter, isNarrowed } = search;
  const loaded = api.useListCustomersInfiniteQuery(
    { query: { ...(q !== '' && { q }), ...(filter && { filter }) } },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <SearchedList
      title="Customers"
      description="Everybody who has signed up as a customer, the newest first."
      actions={
        <>
          <LinkButton to="/orders" variant="secondary">
            Orders
          </LinkButton>
          <LinkButton to="/customers/new" size="icon" aria-label="New customer">
            <Plus aria-hidden="true" className="size-6" />
          </LinkButton>
        </>
      }
      search={search}
      what="customers"
      loaded={loaded}
      rows={loaded.currentData?.pages.flatMap(({ customers }) => customers)}
      keyOf={({ profileId }) => profileId}
      empty={
        <EmptyState
          title="No Customers"
          text={
            isNarrowed
              ? 'Nobody is like this. Try other words, or another filter.'
              : 'Nobody has signed up yet. When somebody calls, write down here what they want.'
          }
          action={!isNarrowed && <LinkButton to="/customers/new">New customer</LinkButton>}
        />
      }
    >
      {(customer) => (
        <PersonLink
          to={`/customers/${customer.profileId}`}
          icon={UserRound}
          person={customer}
          marks={marksOf(customer)}
          place={customer.address && `${customer.address.streetAddress1}, ${customer.address.city}`}
        />
      )}
    </SearchedList>
  );
}
