import { schemaResolver, useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { SetupForm } from '#contract/setup.ts';
import { NewPasswordField } from '#web/accounts/new-password-field.tsx';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { sessionRestored } from '#web/api/session.ts';
import { fieldOf } from '#web/app/field-of.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { forgetLinkToken } from '#web/app/link-token.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { SteadySubmit } from '#web/ui/steady-submit.tsx';
import { TextField } from '#web/ui/text-field.tsx';

type FirstOwnerProps = {
  token: string;
  /** Called when the account is open, before the session is that of the owner. */
  onOpen: () => void;
};

const whereToGetOne = 'Run npm run staff:invite on the server for a new one, or ask the owner to invite you.';

/** Opens the first owner's account by the link, as long as the link is good. */
export function FirstOwner({ token, onOpen }: FirstOwnerProps) {
  const [check, { data, error, isLoading }] = api.useCheckSetupLinkMutation();
  const ask = () => void check({ body: { token } });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each link
  useEffect(ask, [token]);
  // An address that was cut or typed wrongly: asking again would not help, nor with the token that this tab has kept.
  const isNoLink = isFailure(error) && ['LINK_EXPIRED', 'INVALID_INPUT'].includes(error.errorCode);
  useEffect(() => {
    if (isNoLink) forgetLinkToken('/setup');
  }, [isNoLink]);
  if (isNoLink) {
    return (
      <EmptyState
        title="This link is not valid"
        text={`Copy the whole link that the server printed. ${whereToGetOne}`}
        action={<LinkButton to="/dashboard">Sign in</LinkButton>}
      />
    );
  }
  if (error) return <LoadFailed what="link" isPending={isLoading} onRetry={ask} />;
  if (!data) return <SkeletonCards count={1} label="Opening the link" />;
  if (data.valid) return <OwnerForm token={token} onOpen={onOpen} />;
  return (
    <EmptyState
      title="This link has ended"
      text={`It works for seven days, and until somebody runs the business. ${whereToGetOne}`}
      action={<LinkButton to="/dashboard">Sign in</LinkButton>}
    />
  );
}

function OwnerForm({ token, onOpen }: FirstOwnerProps) {
  const dispatch = useAppDispatch();
  const [open, { isLoading }] = api.useOpenSetupMutation();
  // The same for each press, so that a lost answer makes no second account.
  const [signUpId] = useState(() => crypto.randomUUID());
  const form = useForm({
    initialValues: { token, signUpId, firstName: '', lastName: '', email: '', phone: '', password: '' },
    validate: schemaResolver(SetupForm, { sync: true }),
    validateInputOnBlur: true,
  });
  const field = fieldOf(form);
  const formProps = useFormSubmit(form, async (values) => {
    const { data, error } = await open({ body: SetupForm.parse(values) });
    if (!data) return error;
    forgetLinkToken('/setup');
    onOpen();
    dispatch(api.util.resetApiState());
    dispatch(sessionRestored(data));
    return undefined;
  });
  return (
    <Card
      title="Your account"
      description="You become the owner, who sees and sets everything. Others join later, by your invitation."
    >
      <form {...formProps} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="First Name" autoComplete="given-name" isRequired {...field('firstName')} />
          <TextField label="Last Name" autoComplete="family-name" isRequired {...field('lastName')} />
        </div>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          description="You sign in with it. Look twice: whoever reads its email can set a new password."
          isRequired
          {...field('email')}
        />
        <TextField label="Phone" type="tel" autoComplete="tel" isRequired {...field('phone')} />
        <NewPasswordField label="Password" isRequired {...field('password')} />
        <SteadySubmit>
          <Button type="submit" size="large" isPending={isLoading} pendingLabel="Opening…" className="w-full">
            Open my account
          </Button>
        </SteadySubmit>
      </form>
    </Card>
  );
}
