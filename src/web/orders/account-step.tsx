import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { OrderAccountForm, type OrderToAccept } from '#contract/order-links.ts';
import { phoneLabel } from '#domain/labels.ts';
import { NewPasswordField } from '#web/accounts/new-password-field.tsx';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { sessionRestored } from '#web/api/session.ts';
import { dialogOpened } from '#web/app/dialogs.ts';
import { fieldOf } from '#web/app/field-of.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { SteadySubmit } from '#web/ui/steady-submit.tsx';
import { TextConsent } from '#web/ui/text-consent.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { AgreementField } from './agreement-field.tsx';

type AccountStepProps = {
  order: OrderToAccept;
  token: string;
  /** Called once the account is open, and its owner has agreed and is signed in. */
  onOpened: () => void;
};

/** Opens an account for the customer of an order, or asks who has one to sign in. */
export function AccountStep({ order, ...rest }: AccountStepProps) {
  return order.hasAccount ? (
    <Card
      title="Sign in"
      description={`You have an account with us. Sign in to accept, and to choose how you pay.${order.isEmailProved ? '' : forgotten}`}
    >
      <SignInButton variant="primary" label="Sign in" />
    </Card>
  ) : (
    <NewAccount order={order} {...rest} />
  );
}

const forgotten = ' Forgot your password? Enter the phone number that got our text, and we’ll text you a link.';

function SignInButton({ variant, label }: { variant: 'primary' | 'quiet'; label: string }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const signIn = async () => {
    // The dialog comes back to this page, which has kept its link.
    await navigate('/card-link', { replace: true, state: { signInFor: '/card-link' } });
    dispatch(dialogOpened('sign-in'));
  };
  return (
    <Button variant={variant} onPress={() => void signIn()}>
      {label}
    </Button>
  );
}

function NewAccount({ order, token, onOpened }: AccountStepProps) {
  const dispatch = useAppDispatch();
  const [open, { isLoading }] = api.useOpenOrderAccountMutation();
  const { email, isEmailProved, phone } = order;
  const [isKnown, setKnown] = useState(false);
  const form = useForm({
    initialValues: {
      token,
      password: '',
      email: email ?? '',
      phone: phone ? phoneLabel(phone) : '',
      agreedToTerms: false,
    },
    validate: schemaResolver(OrderAccountForm, { sync: true }),
    validateInputOnBlur: true,
  });
  const field = fieldOf(form);
  const formProps = useFormSubmit(form, async (values) => {
    const { data, error } = await open({ body: OrderAccountForm.parse(values) });
    // Its owner may have set a password meanwhile, for an account that someone else had begun.
    const isTaken = isFailure(error) && error.errorCode === 'ALREADY_EXISTS' && !error.fields?.length;
    setKnown(isTaken);
    if (!data) return isTaken ? undefined : error;
    onOpened();
    dispatch(api.util.resetApiState());
    dispatch(sessionRestored(data));
    return undefined;
  });
  return (
    <Card
      title="1. Your account"
      description="With it you see your visits and bills, and change or stop them at any time."
    >
      <form {...formProps} className="grid gap-5">
        {isEmailProved ? (
          <p className="wrap-anywhere">
            You sign in with <strong>{email}</strong>.
          </p>
        ) : (
          <TextField
            label="Email"
            type="email"
            autoComplete="email"
            description="You sign in with it, and your bills go there."
            isRequired
            {...field('email')}
          />
        )}
        {!phone && (
          <TextField
            label="Phone"
            type="tel"
            autoComplete="tel"
            description="Where we reach you when somebody is at your gate."
            isRequired
            {...field('phone')}
          />
        )}
        <NewPasswordField label="Password" isRequired {...field('password')} />
        <AgreementField {...field('agreedToTerms')} />
        {!isEmailProved && <TextConsent />}
        {isKnown ? (
          <div role="alert" className="grid justify-items-start gap-3 rounded-card bg-warn-tint px-4 py-3 text-warn">
            <p>You have an account already, for example because you set a new password. Sign in with it to go on.</p>
            <SignInButton variant="primary" label="Sign in to accept" />
          </div>
        ) : (
          <>
            <SteadySubmit>
              <Button type="submit" size="large" isPending={isLoading} pendingLabel="Opening…" className="w-full">
                Go on to the card
              </Button>
            </SteadySubmit>
            <p className="flex flex-wrap items-center gap-x-3">
              Have you signed up before?
              <SignInButton variant="quiet" label="Sign in" />
            </p>
          </>
        )}
      </form>
    </Card>
  );
}
