import { schemaResolver, useForm } from '@mantine/form';
import { Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { cacheTags } from '#contract/endpoint.ts';
import { type SecondStep, type Session, SignInForm } from '#contract/session-shapes.ts';
import { api } from '#web/api/api.ts';
import { sessionRefreshed, sessionRestored } from '#web/api/session.ts';
import { dialogClosed, dialogOpened } from '#web/app/dialogs.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { forgetSession } from '#web/app/session-restore.ts';
import { readReason } from '#web/app/sign-in-reason.ts';
import { useAppDispatch, useAppSelector } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Dialog, ProgressDialog } from '#web/ui/dialog.tsx';
import { isFact } from '#web/ui/document-facts.ts';
import { lazyPart } from '#web/ui/later.tsx';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';

// Only those with a second factor need it.
const SecondStepDialog = lazyPart(async () => (await import('#web/second-factors/second-step-dialog.tsx')).default);

/**
 * Asks for user name or email, and password. Signing in leads to the dashboard, or to the page that asked for it. When
 * the session has ended on the page below, the same person goes on there, and anybody else begins with a page of their
 * own. Who has a second factor is asked for it next.
 */
export default function SignInDialog() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { status, user } = useAppSelector((state) => state.session);
  const isExpired = status === 'expired';
  const reason = readReason(useLocation().state);
  const words = isExpired
    ? 'You have been signed out. Sign in again to go on: this page stays as you left it.'
    : reason?.words;
  const [signIn, { isLoading, reset }] = api.useSignInMutation();
  const form = useForm({
    initialValues: { username: '', password: '' },
    validate: schemaResolver(SignInForm, { sync: true }),
  });

  const [step, setStep] = useState<SecondStep>();
  const [refusals, setRefusals] = useState(0);
  const formProps = useFormSubmit(form, async (values) => {
    const { data, error } = await signIn({ body: values });
    if (error) {
      reset();
      setRefusals((count) => count + 1);
      return error;
    }
    if ('challenge' in data) setStep(data);
    else goOn(data);
    return undefined;
  });
  const goOn = (data: Session) => {
    if (isExpired && data.user.id === user?.id) {
      dispatch(sessionRefreshed(data));
      dispatch(api.util.invalidateTags([...cacheTags]));
      dispatch(dialogClosed());
      return;
    }
    dispatch(api.util.resetApiState());
    dispatch(sessionRestored(data));
    dispatch(dialogClosed());
    // Nothing of the other person's may stay.
    if (isExpired) location.assign('/dashboard');
    else navigate(reason?.path ?? '/dashboard');
  };
  const close = async () => {
    dispatch(dialogClosed());
    if (!isExpired) return;
    // Goes home first, because a signed-in page without a session would ask to sign in.
    await navigate('/');
    forgetSession();
  };

  // The progress dialog gives focus back to a pressed button only. After Enter in a field, focus would be lost.
  const { ref: formElement } = formProps;
  useEffect(() => {
    if (refusals === 0) return;
    const timer = setTimeout(() => formElement.current?.querySelector<HTMLInputElement>('[name=password]')?.focus());
    return () => clearTimeout(timer);
  }, [refusals, formElement]);

  if (step) {
    return (
      <Suspense fallback={<ProgressDialog isOpen title="Signing You In..." />}>
        <SecondStepDialog
          step={step}
          onSignedIn={goOn}
          onBack={() => {
            setStep(undefined);
            form.setFieldValue('password', '');
          }}
          onClose={() => void close()}
        />
      </Suspense>
    );
  }
  return (
    <>
      <Dialog
        isOpen
        title="Sign in to your account"
        onClose={() => void close()}
        holdsForm={isExpired}
        ignoresEscape={isExpired}
      >
        <form {...formProps} className="flex flex-col gap-5">
          {words && <p>{words}</p>}
          <TextField
            label="Username"
            description="Or the email of your account."
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            autoFocus
            {...form.getInputProps('username')}
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <button
            type="button"
            className={`${textLinkClass} min-h-11 cursor-pointer self-start`}
            onClick={() => dispatch(dialogOpened('forgot-password'))}
          >
            Forgot password?
          </button>
          <Button type="submit" isPending={isLoading}>
            Sign in
          </Button>
          <p className="text-center">
            <Link
              to="/sign-up"
              className={`inline-flex min-h-11 items-center ${textLinkClass}`}
              onClick={() => dispatch(dialogClosed())}
            >
              {/* Before the business is set up only its staff sign up. */}
              {isFact('opening') ? 'Have a join code?' : 'Not a member?'}
            </Link>
          </p>
        </form>
      </Dialog>
      <ProgressDialog isOpen={isLoading} title="Signing You In..." />
    </>
  );
}
