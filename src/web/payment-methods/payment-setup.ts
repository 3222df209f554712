import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { api } from '#web/api/api.ts';
import { loadStripe } from '#web/api/stripe.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';

type PaymentSetup = { stripe: Stripe; clientSecret: string };

type PaymentSetupState = {
  /** Undefined until it is loaded. */
  setup: PaymentSetup | undefined;
  isFailed: boolean;
  /** Called when the form fails later. Alerts, and sets `isFailed`. */
  fail: (error: unknown) => void;
  retry: () => void;
};

/** Loads what Stripe's form needs: its script and the client secret of a new setup. */
export function usePaymentSetup(userId: string): PaymentSetupState {
  const dispatch = useAppDispatch();
  const [createSetupIntent] = api.useCreatePaymentMethodSetupIntentMutation();
  const [attempt, setAttempt] = useState(0);
  const [setup, setSetup] = useState<PaymentSetup>();
  const [isFailed, setFailed] = useState(false);
  const fail = (error: unknown) => {
    dispatch(failureAlert(error));
    setFailed(true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` starts a new try
  useEffect(() => {
    let isShown = true;
    const run = async () => {
      const [stripe, { clientSecret }] = await Promise.all([
        loadStripe(),
        createSetupIntent({ params: { userId } }).unwrap(),
      ]);
      if (isShown) setSetup({ stripe, clientSecret });
    };
    run().catch((error: unknown) => isShown && fail(error));
    return () => {
      isShown = false;
    };
  }, [attempt, userId]);
  const retry = () => {
    setSetup(undefined);
    setFailed(false);
    setAttempt((count) => count + 1);
  };
  return { setup, isFailed, fail, retry };
}
