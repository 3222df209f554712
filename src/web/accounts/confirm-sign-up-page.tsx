import type { UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { errorAlert, failureAlert, infoAlert, successAlert } from '#web/app/alerts.ts';
import { type DialogName, dialogOpened } from '#web/app/dialogs.ts';
import { forgetLinkToken, keepExpiredToken, linkExpiredMessage, takeLinkToken } from '#web/app/link-token.ts';
import { store, useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { ProgressDialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PawTrail } from '#web/ui/illustrations.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

const path = '/confirm-sign-up';

/**
 * The page of the mailed link. Confirms the account, or its new e-mail, and goes home. If no answer comes, the link may
 * or may not be used, so the person stays and can try again.
 */
export default function ConfirmSignUpPage() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [confirmSignUp, { error }] = api.useConfirmSignUpMutation();
  const isStarted = useRef(false);

  const confirm = async () => {
    const { alert, dialog } = await confirmWith(takeLinkToken());
    dispatch(alert);
    if (dialog === 'none') return;
    await navigate('/', { replace: true });
    const isSignedIn = store.getState().session.user !== undefined;
    if (dialog && !(dialog === 'sign-in' && isSignedIn)) dispatch(dialogOpened(dialog));
  };
  const confirmWith = async (token: string | undefined): Promise<{ alert: UnknownAction; dialog?: DialogName }> => {
    // Signing in without confirmation sends a new link.
    if (!token) return { alert: errorAlert(linkExpiredMessage), dialog: 'sign-in' };
    const { data, error: failure } = await confirmSignUp({ body: { token } });
    if (isFailure(failure) && failure.errorCode === 'LINK_EXPIRED') {
      keepExpiredToken(path, token);
      return { alert: failureAlert(failure), dialog: 'new-link' };
    }
    // What was sent is no token: the link was cut short, or typed.
    const isNoLink = isFailure(failure) && failure.errorCode === 'INVALID_INPUT';
    if (!data && !isNoLink) return { alert: failureAlert(failure), dialog: 'none' };
    forgetLinkToken(path);
    if (!data) return { alert: errorAlert(linkExpiredMessage), dialog: 'sign-in' };
    if (data.confirmed === 'email') {
      return { alert: successAlert('Your e-mail is confirmed. From now on we write to you there.') };
    }
    if (!data.isRepeated) return { alert: successAlert('Account confirmed. You can now sign in.', 'signIn') };
    return { alert: infoAlert('Already confirmed. You can sign in.'), dialog: 'sign-in' };
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once; React's strict mode runs effects twice
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    void confirm();
  }, []);

  return (
    <div className="content-width py-10">
      <PageHeading
        title="Confirm your account"
        description={error ? undefined : 'One moment, we are opening the gate.'}
      />
      {error ? (
        <EmptyState
          title="We could not confirm it just now"
          text="Your link is kept. Please try again in a moment."
          action={<Button onPress={() => void confirm()}>Try again</Button>}
        />
      ) : (
        <PawTrail className="h-24 w-52 text-marigold" />
      )}
      <ProgressDialog isOpen={!error} title="Confirmation in progress..." />
    </div>
  );
}
