import type { CardToReplace } from '#contract/payment-methods.ts';
import { plainDate, shortDayLabel } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { CardLoaded } from '#web/ui/card-loaded.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** Says which cards of a customer's services are about to be no good any more. Shows nothing while none is. */
export function CardsToReplace({ customerProfileId }: { customerProfileId: string }) {
  const { id, userId } = useCurrentProfile();
  const { currentData, error, isFetching, refetch } = api.useListCardsToReplaceQuery(
    { params: { customerProfileId } },
    // The page around it may have asked a moment ago.
    { refetchOnMountOrArgChange: 5 },
  );
  // An expired card may stand nowhere else.
  if (!currentData && error) {
    return (
      <CardLoaded what="state of the cards" error={error} isFetching={isFetching} refetch={refetch}>
        {() => null}
      </CardLoaded>
    );
  }
  if (!currentData || currentData.cards.length === 0) return null;
  const isOwn = id === customerProfileId;
  return (
    <section aria-label="Cards" className="rounded-card bg-warn-tint p-5 text-warn sm:p-7">
      <ul className="grid gap-1">
        {currentData.cards.map((card) => (
          <li key={card.id}>{cardSentence(card)}</li>
        ))}
      </ul>
      {isOwn && (
        <>
          <p className="mt-2 mb-4">Please add another payment method, and choose it on the page of your service.</p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to={`/users/${userId}/payment-methods/new`}>Add another</LinkButton>
            <LinkButton to={`/customers/${customerProfileId}/engagements`} variant="secondary">
              Your services
            </LinkButton>
          </div>
        </>
      )}
    </section>
  );
}

/** @returns for example 'Visa (4242) expires on Nov 30.' */
export function cardSentence({ name, state, expiresOn }: CardToReplace): string {
  if (state === 'gone' || !expiresOn) return `${name} is gone: it was removed.`;
  return `${name} ${state === 'expired' ? 'expired' : 'expires'} on ${shortDayLabel(plainDate(expiresOn))}.`;
}
