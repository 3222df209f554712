import { useId } from 'react';
import { Link } from 'react-router';
import type { Address } from '#contract/addresses.ts';
import { isInServiceArea } from '#domain/service-area.ts';
import { api } from '#web/api/api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { mapPosition } from '#web/ui/map-position.ts';
import { serviceArea } from '#web/ui/service-area.ts';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { wayInDoubt } from '#web/ui/way-in-doubt.ts';

type AddressCardsProps = {
  profileId: string;
  /** Whether workers come there, so that it matters whether they do. */
  hasYards: boolean;
};

/** For staff: a person's addresses with what they say of dogs and gate. */
export function AddressCards({ profileId, hasYards }: AddressCardsProps) {
  const { currentData, error, isFetching, refetch } = api.useListAddressesQuery(
    { params: { profileId } },
    { refetchOnMountOrArgChange: true },
  );
  if (!currentData) {
    if (!error) return <SkeletonCards count={1} label="Loading the addresses" />;
    return <LoadFailed what="addresses" isPending={isFetching} onRetry={() => void refetch()} />;
  }
  const primaryFirst = currentData.addresses.toSorted((a, b) => Number(b.primaryAddress) - Number(a.primaryAddress));
  return (
    <Card
      title="Addresses"
      actions={
        <LinkButton to={`/profiles/${profileId}/addresses/new`} variant="quiet" size="edge" aria-label="Add an address">
          Add
        </LinkButton>
      }
    >
      {primaryFirst.length === 0 && <p className="text-ink-soft">There is none.</p>}
      <ul className="divide-y divide-line *:py-4 *:first:pt-0 *:last:pb-0">
        {primaryFirst.map((address) => (
          <li key={address.id}>
            <OneAddress address={address} hasYards={hasYards} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function OneAddress({ address, hasYards }: { address: Address; hasYards: boolean }) {
  const id = useId();
  const { streetAddress1, streetAddress2, city, state, zipCode, label, gateNotes, dogNotes, primaryAddress } = address;
  const { noAccessOn, precision } = address;
  return (
    <article aria-labelledby={id}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={id} className="min-w-0 text-lg">
          {label}
        </h3>
        {primaryAddress && <Badge tone="accepted">Primary</Badge>}
        {hasYards && !isInServiceArea(serviceArea(), address) && <Badge tone="warn">Outside the area</Badge>}
      </div>
      <p className="text-ink-soft">
        {[streetAddress1, streetAddress2].filter(Boolean).join(', ')}, {city}, {state} {zipCode}
      </p>
      {hasYards && <p className="text-ink-soft">{mapPosition[precision ?? 'zip']}</p>}
      {noAccessOn && <p className="mt-2 font-bold text-warn">{wayInDoubt(noAccessOn)}</p>}
      {(gateNotes || dogNotes) && (
        <dl className="mt-2 grid gap-x-6 gap-y-3 sm:grid-cols-2">
          {gateNotes && <Fact label="Gate">{gateNotes}</Fact>}
          {dogNotes && <Fact label="Dogs">{dogNotes}</Fact>}
        </dl>
      )}
      <Link
        to={`/profiles/${address.profileId}/address/${address.id}`}
        aria-label={`Open or change the address ${label}`}
        className={`inline-flex min-h-11 items-center ${textLinkClass}`}
      >
        Open or change
      </Link>
    </article>
  );
}
