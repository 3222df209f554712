import { useForm } from '@mantine/form';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#web/api/api.ts';
import { type ApiFailure, fieldErrors, isFailure } from '#web/api/failure.ts';
import { sessionReset } from '#web/api/session.ts';
import { errorAlert, failureAlert, successAlert } from '#web/app/alerts.ts';
import { dialogOpened } from '#web/app/dialogs.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { forgetLinkToken, keepExpiredToken, linkExpiredMessage, takeWholeLinkToken } from '#web/app/link-token.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ProgressDialog } from '#web/ui/dialog.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SteadySubmit } from '#web/ui/steady-submit.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { newPasswordErrors } from './set-new-password-form.ts';

const path = '/set-new-password';

/** The page of the mailed link. Sets a new password and goes home. */
export default function SetNewPasswordPage() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const token = useLinkToken();
  const [setNewPassword, { isLoading }] = api.useSetNewPasswordMutation();
  const leave = useCallback(
    async (error: ApiFailure) => {
      if (error.errorCode === 'LINK_EXPIRED') keepExpiredToken(path, token);
      await navigate('/', { replace: true });
      if (error.errorCode === 'LINK_EXPIRED') dispatch(dialogOpened('new-link'));
    },
    [dispatch, navigate, token],
  );
  const [checkLink, link] = api.useCheckPasswordLinkMutation();
  // Tells of an expired link before anything is drawn to type into. The server checks it again when the password is set.
  const check = useCallback(async () => {
    const { error } = await checkLink({ body: { token } });
    if (!isFailure(error) || error.errorCode !== 'LINK_EXPIRED') return;
    dispatch(failureAlert(error));
    await leave(error);
  }, [checkLink, dispatch, leave, token]);
  useEffect(() => {
    if (token) void check();
  }, [check, token]);
  const form = useForm({
    initialValues: { newPassword: '', confirmPassword: '' },
    validate: newPasswordErrors,
    validateInputOnBlur: true,
  });

  const formProps = useFormSubmit(form, async ({ newPassword }) => {
    const { data, error } = await setNewPassword({ body: { newPassword, token } });
    if (data) {
      forgetLinkToken(path);
      // The server has ended every session of this person, also the one in this browser.
      dispatch(sessionReset());
      dispatch(api.util.resetApiState());
      const isNamed = data.username === undefined ? '' : ` Your username is ${data.username}.`;
      dispatch(successAlert(`You can now sign in using your new password.${isNamed}`));
      navigate('/', { replace: true });
      return undefined;
    }
    const isAnswer = isFailure(error) && typeof error.status === 'number';
    // Without an answer the link may still work, so the person stays and can try again.
    if (!isAnswer || fieldErrors(error).newPassword) return error;
    await leave(error);
    return error;
  });

  return (
    <div className="content-width py-10">
      <PageHeading
        title="Set your new password"
        description={
          link.data?.opensAccount &&
          'This opens a new, empty account with your email address. For an account that you opened from a text, use the link in our text.'
        }
      />
      {token && !link.data && (
        <Card className="max-w-xl">
          {link.error ? (
            <div className="grid justify-items-start gap-3">
              <p>We couldn’t check your link.</p>
              <Button variant="secondary" onPress={() => void check()}>
                Try again
              </Button>
            </div>
          ) : (
            <p role="status">Checking your link…</p>
          )}
        </Card>
      )}
      {link.data && (
        <Card className="max-w-xl">
          <form {...formProps} className="grid gap-5">
            <NewPasswordFields
              name="newPassword"
              password={form.getInputProps('newPassword')}
              confirmPassword={form.getInputProps('confirmPassword')}
            />
            <SteadySubmit className="flex flex-wrap justify-end gap-3 *:max-sm:flex-auto">
              <LinkButton to="/" variant="secondary">
                Cancel
              </LinkButton>
              <Button type="submit" isPending={isLoading}>
                Set
              </Button>
            </SteadySubmit>
          </form>
        </Card>
      )}
      <ProgressDialog
        isOpen={isLoading}
        title="Setting New Password"
        text="Please wait while your new password is set."
      />
    </div>
  );
}

/**
 * Takes the token of the mailed link. Without a token, says so and goes home.
 * @returns '' until it is taken, as in the prerendered page: who has no link is shown no form
 */
function useLinkToken(): string {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [token, setToken] = useState('');
  const isTaken = useRef(false);
  useEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    const taken = takeWholeLinkToken();
    if (taken) {
      setToken(taken);
      return;
    }
    dispatch(errorAlert(linkExpiredMessage));
    void Promise.resolve(navigate('/', { replace: true })).then(() => dispatch(dialogOpened('forgot-password')));
  }, [dispatch, navigate]);
  return token;
}
