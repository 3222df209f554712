import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useFocusKept } from '#web/ui/focus-kept.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { PayOverdue } from './pay-overdue.tsx';
import { PaymentMethodGroup } from './payment-method-group.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { type SavedPaymentMethod, savedPaymentMethods } from './saved-payment-methods.ts';
import { useSetupReturn } from './setup-return.ts';

/** A person's saved payment methods, by kind. */
export default function PaymentMethodsPage() {
  const { userId = '' } = useParams();
  const profile = useCurrentProfile();
  useInvalidUrl(!userId);
  const { data, error, isFetching, refetch } = api.useListPaymentMethodsQuery(
    { params: { userId } },
    { skip: !userId },
  );
  useLoadFailure(error);
  useSetupReturn();
  const [removing, setRemoving] = useState<SavedPaymentMethod>();
  const list = useRef<HTMLDivElement>(null);
  useFocusKept(list);
  const newPath = `/users/${userId}/payment-methods/new`;
  const groups = data && savedPaymentMethods(data);
  return (
    <div className="content-width py-10">
      <PageHeading
        title="Payment Methods"
        actions={
          <>
            <RefreshButton isPending={isFetching} onPress={() => void refetch()} />
            <LinkButton to={newPath} size="icon" aria-label="New payment method">
              <Plus aria-hidden="true" className="size-6" />
            </LinkButton>
          </>
        }
      />
      {!groups && !error && <SkeletonCards count={2} label="Loading payment methods" />}
      {profile.type === 'PROFILE_TYPE_CUSTOMER' && profile.userId === userId && (
        <div className="mb-10 grid gap-6 empty:hidden">
          <PayOverdue customerProfileId={profile.id} userId={userId} />
        </div>
      )}
      <div ref={list} tabIndex={-1} className="grid gap-10 outline-none">
        {groups?.map((group) => (
          <PaymentMethodGroup key={group.title} group={group} onRemove={setRemoving} />
        ))}
        {groups?.length === 0 && (
          <EmptyState
            title="No Payment Methods"
            text="Create a new payment method to get started"
            action={<LinkButton to={newPath}>Create</LinkButton>}
          />
        )}
      </div>
      {removing && <RemoveDialog userId={userId} method={removing} onClose={() => setRemoving(undefined)} />}
    </div>
  );
}
