import { useNavigate, useParams } from 'react-router';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { previousPath } from '#web/app/visited-paths.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { PaymentMethodForm } from './payment-method-form.tsx';

/** Saves a payment method and goes back to the list. */
export default function NewPaymentMethodPage() {
  const { userId = '' } = useParams();
  const navigate = useNavigate();
  useInvalidUrl(!userId);
  const isOwn = useCurrentProfile().userId === userId;
  if (!userId) return null;
  const list = `/users/${userId}/payment-methods`;
  return (
    <div className="content-width py-10">
      <PageHeading title="Payment Method" description="You are charged only after a visit is done." />
      {!isOwn && (
        <EmptyState
          title="Only for yourself"
          text="A payment method is added by the person whose it is."
          action={<LinkButton to="/dashboard">To the dashboard</LinkButton>}
        />
      )}
      {isOwn && (
        <Card className="max-w-2xl">
          <PaymentMethodForm
            userId={userId}
            returnPath={() => previousPath(list)}
            onCreated={() => navigate(list, { replace: true })}
            cancel={
              <LinkButton to={list} variant="quiet">
                Cancel
              </LinkButton>
            }
          />
        </Card>
      )}
    </div>
  );
}
