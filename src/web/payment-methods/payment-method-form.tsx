import {
  Elements as StripesElements,
  PaymentElement as StripesPaymentElement,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js';
import type { Appearance } from '@stripe/stripe-js';
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react';
import { api } from '#web/api/api.ts';
import { alertDismissed, errorAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorLine } from '#web/ui/field.tsx';
import type { ElementsOf } from '#web/ui/jsx-types.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { type ThemeColors, useThemeColors } from '#web/ui/theme-colors.ts';
import { usePaymentSetup } from './payment-setup.ts';

// Their types say that they may return a text, which they do not.
const Elements = StripesElements as ElementsOf<ComponentProps<typeof StripesElements>>;
const PaymentElement = StripesPaymentElement as ElementsOf<ComponentProps<typeof StripesPaymentElement>>;

type PaymentMethodFormProps = {
  userId: string;
  /** The path that the person comes back to when the bank asks its questions on its own page. */
  returnPath: () => string;
  /** Called with the id of the saved payment method. */
  onCreated: (paymentMethodId: string) => void;
  /** What the button is called. */
  submitLabel?: string;
  /** Asked before the card is saved: whether all else that the button does can be done. It says by itself what is wrong. */
  isReadyToSave?: () => boolean | Promise<boolean>;
  /** A button beside it. */
  cancel: ReactNode;
};

/** Saves a card with Stripe's form. Card numbers never reach our code. */
export function PaymentMethodForm({ userId, ...rest }: PaymentMethodFormProps) {
  const { setup, isFailed, fail, retry } = usePaymentSetup(userId);
  const appearance = appearanceOf(useThemeColors());
  if (isFailed) {
    return (
      <div className="grid justify-items-start gap-4">
        <p>The payment form could not be loaded.</p>
        <Button variant="secondary" onPress={retry}>
          Try again
        </Button>
      </div>
    );
  }
  if (!setup) return <FormSkeleton />;
  return (
    <Elements stripe={setup.stripe} options={{ clientSecret: setup.clientSecret, appearance }}>
      <SetupForm {...rest} onLoadFailed={fail} />
    </Elements>
  );
}

type SetupFormProps = Omit<PaymentMethodFormProps, 'userId'> & { onLoadFailed: (error: unknown) => void };

function SetupForm({
  returnPath,
  onCreated,
  submitLabel = 'Create',
  isReadyToSave = () => true,
  cancel,
  onLoadFailed,
}: SetupFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const dispatch = useAppDispatch();
  const [isReady, setReady] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<{ message: string; alertId: string }>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // React would pass the event of a form in a modal on to the form of the page below.
    event.stopPropagation();
    if (!stripe || !elements || isSaving) return;
    setSaving(true);
    if (refusal) dispatch(alertDismissed(refusal.alertId));
    setRefusal(undefined);
    // Stripe's form says what is wrong in its fields, and nothing is saved yet.
    const [isReady, checked] = await Promise.all([isReadyToSave(), elements.submit().catch(() => undefined)]);
    if (!isReady || checked?.error) return setSaving(false);
    const result = await stripe
      .confirmSetup({
        elements,
        redirect: 'if_required',
        confirmParams: { return_url: new URL(returnPath(), location.origin).href },
      })
      .catch(() => undefined);
    setSaving(false);
    const saved = result?.setupIntent?.payment_method;
    if (saved) {
      dispatch(api.util.invalidateTags(['paymentMethods']));
      onCreated(typeof saved === 'string' ? saved : saved.id);
      return;
    }
    // Stripe's form shows by itself what is wrong in its fields.
    if (result?.error?.type === 'validation_error') return;
    const message = result?.error?.message ?? 'The payment method could not be saved. Please try again.';
    const alert = dispatch(errorAlert(message));
    setRefusal({ message, alertId: alert.payload.id });
  };

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {!isReady && <FormSkeleton />}
      <div className={isReady ? '' : 'h-0 overflow-hidden'}>
        <PaymentElement
          onReady={() => setReady(true)}
          onLoadError={({ error }) => onLoadFailed(new Error(error.message))}
        />
      </div>
      {refusal && <ErrorLine>{refusal.message}</ErrorLine>}
      {isReady && (
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isPending={isSaving} pendingLabel="Saving…">
            {submitLabel}
          </Button>
          {cancel}
        </div>
      )}
    </form>
  );
}

function FormSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="flex items-center gap-3 text-ink-soft">
        <Spinner />
        Loading the payment form
      </span>
      <Skeleton className="h-12 w-full" />
      <div className="grid grid-cols-3 gap-3">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    </div>
  );
}

function appearanceOf(colors: ThemeColors): Appearance {
  const variables = {
    colorPrimary: colors.primary,
    colorBackground: colors.surface,
    colorText: colors.ink,
    colorTextSecondary: colors.inkSoft,
    colorTextPlaceholder: colors.inkSoft,
    colorDanger: colors.danger,
    colorSuccess: colors.success,
    fontFamily: 'system-ui, sans-serif',
    fontSizeBase: '16px',
    borderRadius: '12px',
  };
  return {
    theme: colors.isDark ? 'night' : 'stripe',
    labels: 'above',
    variables,
    rules: { '.Input': { border: `1.5px solid ${colors.lineStrong}`, boxShadow: 'none' } },
  };
}
