import { type ComponentProps, useEffect, useState } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import { isLive, isProposal } from '#domain/engagement-status.ts';
import { awaitsAgreement } from '#domain/pricing.ts';
import { api } from '#web/api/api.ts';
import { callSucceeded } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { PayOverdue } from '#web/payment-methods/pay-overdue.tsx';
import { methodNames } from '#web/payment-methods/saved-payment-methods.ts';
import { later } from '#web/ui/later.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { useReader } from '../use-reader.ts';
import { VisitHistory } from '../visits/visit-history.tsx';
import { EngagementBilling } from './engagement-billing.tsx';
import { CustomerCard, EngagementSummary, PropertyCard, ScheduleCard } from './engagement-details.tsx';
import { PriceConsent } from './price-consent.tsx';

const EngagementEditSection = later(
  async () => (await import('./engagement-edit-section.tsx')).EngagementEditSection,
  <SkeletonCards count={1} label="Loading the form" />,
);

const NotesDialog = later(async () => (await import('./notes-dialog.tsx')).NotesDialog);

type EngagementViewProps = {
  engagement: Engagement;
  /** The query of the visits. */
  loadedVisits: ComponentProps<typeof VisitHistory>['loaded'];
  isEditing: boolean;
  onEdit: () => void;
  onEditEnd: () => void;
};

const noNames: ReadonlyMap<string, string> = new Map();

/** Shows an engagement to its customer, its worker or staff. */
export function EngagementView({ engagement, loadedVisits, isEditing, onEdit, onEditEnd }: EngagementViewProps) {
  const visits = loadedVisits.currentData?.pages[0];
  const { isCustomer, userId } = useReader(engagement);
  const isWaiting = isProposal(engagement) && awaitsAgreement(engagement);
  const [isNoting, setNoting] = useState(false);
  const dispatch = useAppDispatch();
  const isAgreed = !awaitsAgreement(engagement);
  useEffect(() => {
    if (isAgreed) dispatch(callSucceeded('agreeToPrice'));
  }, [isAgreed, dispatch]);
  // These are only names, and a receipt without a card's name is still complete. So a failure is not told.
  const paymentMethods = api.useListPaymentMethodsQuery({ params: { userId } }, { skip: !isCustomer });
  const cardNames = paymentMethods.currentData && methodNames(paymentMethods.currentData);
  return (
    <div className="grid gap-6">
      {isCustomer && !isEditing && (
        <PayOverdue
          customerProfileId={engagement.customer.id}
          userId={userId}
          card={engagement.stripePaymentMethodId}
        />
      )}
      {isCustomer && isWaiting && <PriceConsent engagement={engagement} />}
      <EngagementSummary
        engagement={engagement}
        visits={visits}
        hasFailed={Boolean(loadedVisits.error)}
        isEditing={isEditing}
        onChooseMethod={onEdit}
      />
      {isEditing ? (
        <EngagementEditSection engagement={engagement} onEnd={onEditEnd} />
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <VisitHistory engagement={engagement} loaded={loadedVisits} cardNames={cardNames ?? noNames} />
          <div className="grid gap-6">
            {!isCustomer && <CustomerCard customer={engagement.customer} />}
            <PropertyCard
              engagement={engagement}
              onEditNotes={isCustomer && isLive(engagement) ? () => setNoting(true) : undefined}
            />
            <ScheduleCard engagement={engagement} upcoming={visits?.upcoming ?? []} today={visits?.today} />
            <EngagementBilling engagement={engagement} saved={paymentMethods.currentData} />
          </div>
        </div>
      )}
      {isNoting && <NotesDialog addressId={engagement.serviceAddress.id} onClose={() => setNoting(false)} />}
    </div>
  );
}
