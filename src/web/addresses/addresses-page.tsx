import { ChevronRight, MapPin, Plus } from 'lucide-react';
import { Link, useParams } from 'react-router';
import type { Address } from '#contract/addresses.ts';
import { api } from '#web/api/api.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { useAddressFailure } from './address-failure.ts';
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
  useAddressFailure(error, false);
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
                text: 'Create a new address to get started',
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
    <li className="flex min-w-0">
      <Link
        to={`/profiles/${profileId}/address/${id}`}
        className="flex min-w-0 flex-1 items-center gap-4 rounded-card border border-line bg-surface p-5 no-underline shadow-card transition-colors hover:border-line-strong"
      >
        <span className="grid size-12 shrink-0 place-items-center rounded-control bg-sunken">
          <MapPin aria-hidden="true" className="size-6" />
        </span>
        <span className="min-w-0 flex-1 break-words">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 font-semibold text-lg leading-6">{label}</span>
            {primaryAddress && <Badge tone="accepted">Primary</Badge>}
          </span>
          <span className="mt-1 block text-ink-soft">{streetAddress1}</span>
          {streetAddress2 && <span className="block text-ink-soft">{streetAddress2}</span>}
          <span className="block text-ink-soft">
            {city}, {countryName(country)}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-6 shrink-0 text-ink-soft" />
      </Link>
    </li>
  );
}
