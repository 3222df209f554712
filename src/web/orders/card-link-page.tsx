import { type ReactNode, Suspense, use, useCallback, useEffect, useRef, useState } from 'react';
import type { OrderToAccept } from '#contract/order-links.ts';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { failureAlert, infoAlert } from '#web/app/alerts.ts';
import { forgetLinkToken, takeLinkToken } from '#web/app/link-token.ts';
import { Splash } from '#web/app/splash.tsx';
import { useAppDispatch, useAppSelector } from '#web/app/store.ts';
import { loadTemporal } from '#web/app/temporal.ts';
import { useSetupReturn } from '#web/payment-methods/setup-return.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { later } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { OrderSummary } from './order-summary.tsx';

const path = '/card-link';

// They load the rules of phone numbers, and Stripe's form.
const AccountStep = later(
  async () => (await import('./account-step.tsx')).AccountStep,
  <SkeletonCards count={1} label="Loading the form" />,
);
const AcceptStep = later(
  async () => (await import('./accept-step.tsx')).AcceptStep,
  <SkeletonCards count={1} label="Loading the form" />,
);

/** The page of an order's link: its customer reads what was asked for, opens an account and accepts it with a card. */
export default function CardLinkPage() {
  return (
    <div className="content-width wrap-anywhere py-10">
      <Suspense fallback={<Splash />}>
        <CardLink />
      </Suspense>
    </div>
  );
}

function CardLink() {
  const loading = loadTemporal();
  if (loading) use(loading);
  useSetupReturn();
  const { token, order, error, isChecking, check } = useOrder();
  const [accepted, setAccepted] = useState<Accepted>();
  if (accepted) {
    const { customerProfileId, engagementId, isEmailOpen } = accepted;
    return (
      <NextStep>
        <PageHeading title="All set" description="Thank you! We look for a keeper for your yard now." />
        <EmptyState
          title="We tell you who comes, and when"
          text={
            isEmailOpen
              ? 'Nothing is charged before a visit is done. We also emailed you a link to confirm your email address. No email? Change the address in your profile.'
              : 'Nothing is charged before a visit is done.'
          }
          action={
            <LinkButton to={`/customers/${customerProfileId}/engagements/${engagementId}`}>See your service</LinkButton>
          }
        />
      </NextStep>
    );
  }
  // It was accepted, or taken back: a new link would lead nowhere.
  const over = isFailure(error) && error.errorCode === 'NOT_ALLOWED_NOW' ? error : undefined;
  const hasEnded = token === '' || (isFailure(error) && ['LINK_EXPIRED', 'INVALID_INPUT'].includes(error.errorCode));
  return (
    <>
      <PageHeading
        title="Your yard service"
        description={order && `Hi ${order.firstName}, please look over what we wrote down.`}
      />
      {hasEnded && <Ended token={token ?? ''} />}
      {over && (
        <EmptyState
          title="This link no longer works"
          text={over.message}
          action={<LinkButton to="/dashboard">Go to my account</LinkButton>}
        />
      )}
      {!hasEnded && !over && !order && error && <LoadFailed what="link" isPending={isChecking} onRetry={check} />}
      {!hasEnded && !order && !error && <SkeletonCards count={2} label="Opening the link" />}
      {!hasEnded && order && (
        <div className="grid max-w-2xl gap-6">
          <OrderSummary order={order} />
          {order.baseCost !== null && (
            <Steps
              order={order}
              token={token ?? ''}
              onRefused={check}
              onAccepted={(answer) => {
                forgetLinkToken(path);
                setAccepted(answer);
              }}
            />
          )}
        </div>
      )}
    </>
  );
}

/** Takes focus when the form before it has gone, and focus with it. */
function NextStep({ children }: { children: ReactNode }) {
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) step.current?.focus();
  }, []);
  return (
    <div ref={step} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}

/** `isEmailOpen`: the account was opened here by a link that a text has brought, and nobody has proved its email. */
type Accepted = { customerProfileId: string; engagementId: string; isEmailOpen: boolean };

type StepsProps = {
  order: OrderToAccept;
  token: string;
  /** Called when the server says that something has changed meanwhile. */
  onRefused: () => void;
  onAccepted: (answer: Accepted) => void;
};

/** First an account, or a sign-in; then the card. */
function Steps({ order, token, onRefused, onAccepted }: StepsProps) {
  const { status, user } = useAppSelector(({ session }) => session);
  const [hasAgreed, setAgreed] = useState(false);
  if (status === 'restoring') return <SkeletonCards count={1} label="Looking who you are" />;
  if (!user || status !== 'signed-in') {
    return <AccountStep order={order} token={token} onOpened={() => setAgreed(true)} />;
  }
  const step = (
    <AcceptStep
      order={order}
      token={token}
      user={user}
      hasAgreed={hasAgreed}
      onRefused={onRefused}
      onAccepted={(answer) => onAccepted({ ...answer, isEmailOpen: hasAgreed && !order.isEmailProved })}
    />
  );
  return hasAgreed ? <NextStep>{step}</NextStep> : step;
}

/** Takes the place of an order whose link does not work any more. */
function Ended({ token }: { token: string }) {
  const dispatch = useAppDispatch();
  const [renew, { isLoading }] = api.useRenewOrderLinkMutation();
  const send = async () => {
    const { error } = await renew({ body: { token } });
    dispatch(error ? failureAlert(error) : infoAlert('A new link is on its way to you. Please use the newest one.'));
  };
  return (
    <EmptyState
      title="This link has ended"
      text="It works for some days, and until a newer one takes its place. If you have accepted already, sign in to see your service."
      action={
        token && (
          <Button isPending={isLoading} pendingLabel="Sending…" onPress={() => void send()}>
            Send me a new link
          </Button>
        )
      }
    />
  );
}

/** Takes the link's token out of the address, and reads what it leads to. */
function useOrder() {
  const [checkLink, { isLoading: isChecking }] = api.useCheckOrderLinkMutation();
  const [token, setToken] = useState<string>();
  // Kept here, because opening an account forgets what was loaded before.
  const [answer, setAnswer] = useState<{ order?: OrderToAccept; error?: unknown }>({});
  const isTaken = useRef(false);
  const ask = useCallback(
    async (of: string) => {
      const { data, error } = await checkLink({ body: { token: of } });
      setAnswer(data ? { order: data } : { error });
    },
    [checkLink],
  );
  useEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    const taken = takeLinkToken() ?? '';
    setToken(taken);
    if (taken) void ask(taken);
  }, [ask]);
  return { token, ...answer, isChecking, check: () => void (token && ask(token)) };
}
