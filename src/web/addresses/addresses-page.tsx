import { MapPin, Plus } from 'lucide-react';
import { useParams } from 'react-router';
import type { Address } from '#contract/addresses.ts';
import { api } from '#web/api/api.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { RowLink } from '#web/ui/row-link.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { countryName } from './address-text.ts';
import { useWhose } from './whose.ts';

/** A profile's addresses, by label. */
export default function AddressesPage() {
  const { profileId = '' } = useParams();
  useInvalidUrl(!profileId);
  const { data, error, isFetching, refetch } = api.useListAddressesQuery(
    { params: { profileId } },
    { skip: !profileId },
  );
  useLoadFailure(error, { notFound: 'Address not found' });
  // As people sort: capitals and small letters alike.
  const addresses = data?.addresses.toSorted((a, b) => a.label.localeCompare(b.label, 'en-US'));
  // Only people themselves add to their addresses.
  const { isOwn, name } = useWhose(profileId);
  const newPath = `/profiles/${profileId}/addresses/new`;
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Addresses"
        description={!isOwn && name && `Those of ${name}.`}
        actions={
          <>
            <RefreshButton isPending={isFetching} onPress={() => void refetch()} />
            {isOwn && (
              <LinkButton to={newPath} size="icon" aria-label="New address">
                <Plus aria-hidden="true" className="size-6" />
              </LinkButton>
            )}
          </>
        }
      />
      {!addresses && !error && <SkeletonCards count={2} label="Loading addresses" />}
      {addresses?.length === 0 && (
        <EmptyState
          title="No Addresses"
          {...(isOwn
            ? {
                text: 'Create a new address to get started.',
                action: <LinkButton to={newPath}>Create</LinkButton>,
              }
            : {})}
        />
      )}
      {addresses && addresses.length > 0 && (
        <ul className="grid gap-4 md:grid-cols-2">
          {addresses.map((address) => (
            <AddressRow key={address.id} address={address} />
          ))}
        </ul>
      )}
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
