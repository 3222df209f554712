import type { Overdue } from '#contract/billing.ts';
import { moneyLabel } from '#domain/labels.ts';
import { onItsWaySentence } from '#domain/on-its-way.ts';
import { api } from '#web/api/api.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { cardSentence, isOfDebt } from './card-words.ts';
import { overdueSentence, useOverdue } from './use-overdue.ts';

/** Tells a customer what to pay or to confirm, and links to the page for it. Shows nothing while all is well. */
export function OverdueNotice({ customerProfileId }: { customerProfileId: string }) {
  const overdue = useOverdue(customerProfileId);
  const { currentData: toReplace } = api.useListCardsToReplaceQuery({ params: { customerProfileId } });
  if (!overdue) return null;
  const { amount } = overdue;
  const toConfirm = overdue.toConfirm.reduce((sum, waiting) => sum + waiting.amount, 0);
  if (amount === 0 && toConfirm === 0) return null;
  const asked = moneyLabel(toConfirm);
  const cards = toReplace?.cards.filter((card) => isOfDebt(card, overdue)) ?? [];
  return (
    <section aria-labelledby="overdue-notice" className="rounded-card bg-danger-tint p-5 text-danger sm:p-7">
      <h2 id="overdue-notice" className="text-xl">
        {amount > 0 ? 'Your payment did not go through' : 'Your bank has a question'}
      </h2>
      {cards.map((card) => (
        <p key={card.id} className="mt-2">
          {cardSentence(card)} Please pay with another one.
        </p>
      ))}
      <p className="mt-2 mb-4">
        {amount > 0 ? overdueSentence(overdue) : `It wants you to confirm ${asked} before it lets it through.`}
        {amount > 0 && toConfirm > 0 && ` Your bank wants you to confirm another ${asked}.`}
      </p>
      <LinkButton to={`/customers/${customerProfileId}/billing`}>
        {amount > 0
          ? `Pay ${toConfirm > 0 ? 'or confirm ' : ''}${moneyLabel(amount + toConfirm)}`
          : 'Confirm the payment'}
      </LinkButton>
    </section>
  );
}

/** @returns what is open and what to do about it; empty when nothing is */
export function openSentence({
  openAmount,
  amount,
  isCollecting,
  onItsWay,
  toConfirm,
}: Pick<Overdue, 'openAmount' | 'amount' | 'isCollecting' | 'onItsWay' | 'toConfirm'>): string {
  if (openAmount === 0) return '';
  const owed = openAmount - onItsWay;
  const coming = onItsWaySentence(onItsWay);
  if (owed === 0) return coming;
  const isAsked = toConfirm.length > 0;
  const what =
    amount > 0
      ? `please pay${isAsked ? ' or confirm' : ''} it`
      : isAsked
        ? 'please confirm it with your bank'
        : isCollecting && 'it is being charged now';
  return `${moneyLabel(owed)} is open${what ? `: ${what}` : ''}. ${coming}`.trim();
}
