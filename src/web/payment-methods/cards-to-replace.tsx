import { api } from '#web/api/api.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { CardLoaded } from '#web/ui/card-loaded.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { cardSentence, isOfDebt } from './card-words.ts';

/** Says which cards of a customer's services are about to be no good any more. Shows nothing while none is. */
export function CardsToReplace({ customerProfileId }: { customerProfileId: string }) {
  const { id, userId } = useCurrentProfile();
  const isOwn = id === customerProfileId;
  const overdue = api.useGetOverdueQuery({ params: { customerProfileId } }, { skip: !isOwn });
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
  // Whether another notice says it is known a moment later.
  if (!currentData || (isOwn && !overdue.currentData && !overdue.error)) return null;
  const cards = currentData.cards.filter((card) => !overdue.currentData || !isOfDebt(card, overdue.currentData));
  if (cards.length === 0) return null;
  return (
    <section aria-label="Cards" className="rounded-card bg-warn-tint p-5 text-warn sm:p-7">
      <ul className="grid gap-1">
        {cards.map((card) => (
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
