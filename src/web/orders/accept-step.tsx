import { useRef, useState } from 'react';
import type { OrderToAccept } from '#contract/order-links.ts';
import type { User } from '#contract/session-shapes.ts';
import { agreementMessages } from '#domain/account-rules.ts';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { errorsDismissed, failureAlert } from '#web/app/alerts.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { useSignOut } from '#web/app/sign-out.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { PaymentMethodForm } from '#web/payment-methods/payment-method-form.tsx';
import { chosenBeforehand, paymentMethodOptions } from '#web/payment-methods/saved-payment-methods.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AgreementField } from './agreement-field.tsx';

type AcceptStepProps = {
  order: OrderToAccept;
  token: string;
  user: User;
  /** Whether the reader has agreed while opening the account. */
  hasAgreed: boolean;
  onRefused: () => void;
  onAccepted: (answer: { customerProfileId: string; engagementId: string }) => void;
};

/** Accepts an order with a saved card, or with one that is saved here. */
export function AcceptStep({ order, token, user, hasAgreed, onRefused, onAccepted }: AcceptStepProps) {
  const dispatch = useAppDispatch();
  const [accept, { isLoading }] = api.useAcceptOrderMutation();
  const [check] = api.useCheckAcceptanceMutation();
  const [isAgreed, setAgreed] = useState(hasAgreed);
  const [problem, setProblem] = useState('');
  const agreement = useRef<HTMLDivElement>(null);
  /** Whether all is there that accepting needs but the card, which is asked before that is saved. */
  const isComplete = () => {
    if (isAgreed) return true;
    setProblem(agreementMessages.agreedToTermsOfService);
    agreement.current?.querySelector('input')?.focus();
    return false;
  };
  const asked = { token, quotedBaseCost: order.baseCost ?? 0, withCoupon: order.couponMessage !== null };
  const refused = (error: unknown) => {
    dispatch(failureAlert(error));
    // What was shown may have changed. Without an answer it may be accepted, which the next try hears.
    if (isFailure(error) && typeof error.status === 'number') onRefused();
  };
  /** Whether a card that is saved now could be accepted with. */
  const isReadyToSave = async () => {
    if (!isComplete()) return false;
    dispatch(errorsDismissed());
    const { error } = await check({ body: asked });
    if (error) refused(error);
    return !error;
  };
  const send = async (stripePaymentMethodId: string) => {
    if (!isComplete()) return;
    dispatch(errorsDismissed());
    const { data, error } = await accept({ body: { ...asked, stripePaymentMethodId, agreedToTerms: true } });
    if (data) return onAccepted(data);
    refused(error);
  };
  return (
    <Card title={hasAgreed ? '2. Your card' : 'Your card'} description="You are charged only after a visit is done.">
      <div className="grid gap-5">
        {!hasAgreed && (
          <>
            <SignedInAs user={user} />
            <div ref={agreement}>
              <AgreementField
                value={isAgreed}
                error={problem}
                onChange={(value) => {
                  setAgreed(value);
                  setProblem('');
                }}
              />
            </div>
          </>
        )}
        <ChooseCard
          userId={user.id}
          isSending={isLoading}
          isComplete={isComplete}
          isReadyToSave={isReadyToSave}
          onChosen={(id) => void send(id)}
        />
      </div>
    </Card>
  );
}

function SignedInAs({ user }: { user: User }) {
  const signOut = useSignOut();
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span>
        You are signed in as <strong>{user.username}</strong>.
      </span>
      <Button variant="quiet" onPress={signOut}>
        Not you? Sign out
      </Button>
    </p>
  );
}

type ChooseCardProps = {
  userId: string;
  isSending: boolean;
  isComplete: () => boolean;
  isReadyToSave: () => Promise<boolean>;
  onChosen: (paymentMethodId: string) => void;
};

function ChooseCard({ userId, isSending, isComplete, isReadyToSave, onChosen }: ChooseCardProps) {
  const saved = api.useListPaymentMethodsQuery({ params: { userId } });
  const [chosen, setChosen] = useState<string>();
  const [isNew, setNew] = useState(false);
  const [error, setError] = useState<string>();
  useLoadFailure(saved.error, { stay: true });
  if (!saved.data) {
    if (!saved.error) return <Skeleton className="h-40 w-full" />;
    return <LoadFailed what="cards" isPending={saved.isFetching} onRetry={() => void saved.refetch()} />;
  }
  const options = paymentMethodOptions(saved.data);
  if (isNew || options.length === 0) {
    return (
      <PaymentMethodForm
        userId={userId}
        returnPath={() => '/card-link'}
        submitLabel="Save and accept"
        isReadyToSave={isReadyToSave}
        onCreated={(id) => {
          setNew(false);
          setChosen(id);
          onChosen(id);
        }}
        cancel={
          options.length > 0 && (
            <Button variant="quiet" onPress={() => setNew(false)}>
              Cancel
            </Button>
          )
        }
      />
    );
  }
  const card = chosen ?? chosenBeforehand(options, saved.data)[0]?.value;
  return (
    <>
      <Select
        label="Payment Method"
        isRequired
        options={options}
        value={card}
        onChange={(id) => {
          setChosen(id);
          setError(undefined);
        }}
        error={error}
        action={{ label: 'New payment method', onAction: () => setNew(true) }}
      />
      <Button
        size="large"
        isPending={isSending}
        pendingLabel="Accepting…"
        className="w-full"
        onPress={() => {
          // Both are said at once.
          const isReady = isComplete();
          if (!card) setError('Payment method is required.');
          else if (isReady) onChosen(card);
        }}
      >
        Accept
      </Button>
    </>
  );
}
