import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import type { Address } from '#contract/addresses.ts';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { errorAlert, failureAlert } from '#web/app/alerts.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { useAppDispatch, useAppSelector } from '#web/app/store.ts';
import { useGoBack } from '#web/app/visited-paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { AddressEditForm } from './address-edit-form.tsx';
import { countryName, stateName } from './address-text.ts';

/** One address, to read and, for whose it is, to change. */
export default function AddressPage() {
  const { profileId = '', addressId = '' } = useParams();
  useInvalidUrl(!profileId || !addressId);
  const { data, error, isFetching, refetch } = api.useGetAddressQuery({ params: { addressId } }, { skip: !addressId });
  useAddressFailure(error);
  const [isEditing, setEditing] = useState(false);
  const address = data?.address;
  const isOwn = useAppSelector((state) => state.session.profiles.some(({ id }) => id === address?.profileId));
  return (
    <div className="content-width py-10">
      <PageHeading
        title="Address"
        actions={
          <>
            <RefreshButton isPending={isFetching} onPress={() => void refetch()} />
            {isOwn && !isEditing && <Button onPress={() => setEditing(true)}>Edit</Button>}
          </>
        }
      />
      <div className="max-w-2xl">
        {!address && !error && <SkeletonCards count={1} label="Loading the address" />}
        {address &&
          (isEditing ? (
            <AddressEditForm address={address} onEnd={() => setEditing(false)} />
          ) : (
            <AddressView address={address} />
          ))}
        <LinkButton to={`/profiles/${profileId}/addresses`} variant="quiet" className="mt-6">
          All addresses
        </LinkButton>
      </div>
    </div>
  );
}

/** Tells that the address is not there, or why it could not be loaded, and goes back. */
function useAddressFailure(error: unknown): void {
  const dispatch = useAppDispatch();
  const goBack = useGoBack();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each error is told once
  useEffect(() => {
    if (!error) return;
    // What is not even an id is refused as input.
    const isUnknown = isFailure(error) && (error.status === 404 || error.status === 400);
    dispatch(isUnknown ? errorAlert('Address not found') : failureAlert(error));
    goBack();
  }, [error]);
}

function AddressView({ address }: { address: Address }) {
  const { label, streetAddress1, streetAddress2, city, state, zipCode, country, primaryAddress } = address;
  const rows = [
    ['Street Address 1', streetAddress1],
    ['Street Address 2', streetAddress2],
    ['City', city],
    ['State', stateName(state)],
    ['Zip Code', zipCode],
    ['Country', countryName(country)],
  ] as const;
  return (
    <Card title={label} actions={primaryAddress && <Badge tone="accepted">Primary</Badge>}>
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {rows.map(
          ([name, value]) =>
            value && (
              <div key={name} className="min-w-0 break-words">
                <dt className="text-ink-soft text-sm">{name}</dt>
                <dd className="font-medium">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  );
}
