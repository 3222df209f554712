import { MapPin, Plus } from 'lucide-react';
import { useParams } from 'react-router';
import type { Address } from '#contract/addresses.ts';
import { api } from '#web/api/api.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { PagedList } from '#web/app/paged-list.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { RowLink } from '#web/ui/row-link.tsx';
import { countryName } from './address-text.ts';
import { useWhose } from './whose.ts';

/** A profile's addresses, by label. */
export default function AddressesPage() {
  const { profileId = '' } = useParams();
  useInvalidUrl(!profileId);
  const loaded = api.useListAddressesQuery({ params: { profileId } }, { skip: !profileId });
  // As people sort: capitals and small letters alike.
  const addresses = loaded.data?.addresses.toSorted((a, b) => a.label.localeCompare(b.label, 'en-US'));
  const { isOwn, name, mayEdit } = useWhose(profileId);
  const newPath = `/profiles/${profileId}/addresses/new`;
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title={!isOwn && name ? `Addresses of ${name}` : 'Addresses'}
        actions={
          <>
            <RefreshButton isPending={loaded.isFetching} onPress={() => void loaded.refetch()} />
            {mayEdit && (
              <LinkButton to={newPath} size="icon" aria-label="New address">
                <Plus aria-hidden="true" className="size-6" />
              </LinkButton>
            )}
          </>
        }
      />
      <PagedList
        what="addresses"
        loaded={loaded}
        rows={addresses}
        keyOf={({ id }) => id}
        goesBack
        notFound="Address not found"
        className="grid gap-4 md:grid-cols-2"
        empty={
          <EmptyState
            title="No Addresses"
            {...(mayEdit
              ? {
                  text: 'Create a new address to get started.',
                  action: <LinkButton to={newPath}>Create</LinkButton>,
                }
              : {})}
          />
        }
      >
        {(address) => <AddressRow address={address} />}
      </PagedList>
    </div>
  );
}

function AddressRow({ address }: { address: Address }) {
  const { id, profileId, label, streetAddress1, streetAddress2, city, country, primaryAddress } = address;
  return (
    <RowLink to={`/profiles/${profileId}/address/${id}`} icon={MapPin}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold text-lg leading-6">{label}</span>
        {primaryAddress && <Badge tone="accepted">Primary</Badge>}
      </span>
      <span className="mt-1 block text-ink-soft">{streetAddress1}</span>
      {streetAddress2 && <span className="block text-ink-soft">{streetAddress2}</span>}
      <span className="block text-ink-soft">
        {city}, {countryName(country)}
      </span>
    </RowLink>
  );
}
