import { moneyLabel } from '#domain/labels.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { overdueSentence, useOverdue } from './use-overdue.ts';

/** Tells a customer what to pay or to confirm, and links to the page for it. Shows nothing while all is well. */
export function OverdueNotice({ customerProfileId }: { customerProfileId: string }) {
  const overdue = useOverdue(customerProfileId);
  if (!overdue) return null;
  const { amount, toConfirmEngagementIds } = overdue;
  if (amount === 0 && toConfirmEngagementIds.length === 0) return null;
  return (
    <section aria-labelledby="overdue-notice" className="rounded-card bg-danger-tint p-5 text-danger sm:p-7">
      <h2 id="overdue-notice" className="text-xl">
        {amount > 0 ? 'Your payment did not go through' : 'Your bank has a question'}
      </h2>
      <p className="mt-2 mb-4">
        {amount > 0 ? overdueSentence(overdue) : 'It wants you to confirm a payment before it lets it through.'}
      </p>
      <LinkButton to={`/customers/${customerProfileId}/billing`}>
        {amount > 0 ? `Pay ${moneyLabel(amount)}` : 'Confirm the payment'}
      </LinkButton>
    </section>
  );
}
