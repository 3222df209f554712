import type { UnknownAction } from '@reduxjs/toolkit';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#web/api/api.ts';
import { fieldErrors } from '#web/api/failure.ts';
import { lastAccount, mayHaveSession } from '#web/api/session-hint.ts';
import { errorAlert, failureAlert, infoAlert, successAlert } from '#web/app/alerts.ts';
import { type DialogName, dialogOpened } from '#web/app/dialogs.ts';
import { LinkPage } from '#web/app/link-page.tsx';
import { keepExpiredToken, linkExpiredMessage } from '#web/app/link-token.ts';
import { store, useAppDispatch } from '#web/app/store.ts';
import { textLinkClass } from '#web/ui/button-class.ts';
import { ProgressDialog } from '#web/ui/dialog.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';

const path = '/confirm-sign-up';
const words = {
  ask: { title: 'One press and you’re in', text: 'Press the button to confirm your email address.' },
  again: { title: 'We couldn’t confirm it just now', text: 'Your link still works. Please try again in a moment.' },
  password: { title: 'Is this you?', text: 'Enter the password that you chose, so we know it’s you.' },
};

/**
 * The page of the link that confirms an account, or its new email address, and goes home. On a device that the server cannot know
 * as the one where the address was typed, it asks for the account's password.
 */
export default function ConfirmSignUpPage() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [confirmSignUp, { isLoading, error }] = api.useConfirmSignUpMutation();
  const [password, setPassword] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const asks = password !== undefined;
  const isUnanswered = error !== undefined && !fieldErrors(error).password;

  const press = async (token: string) => {
    const answer = await confirmSignUp({ body: { token, password, userId: lastAccount() } });
    const refused = fieldErrors(answer.error).password;
    if (!refused) return answer;
    // The first time nothing was typed yet.
    if (asks) setRefusal(refused);
    setPassword(password ?? '');
    return undefined;
  };
  const leave = async (alert: UnknownAction, dialog?: Exclude<DialogName, 'none'>) => {
    dispatch(alert);
    await navigate('/', { replace: true });
    const { status, user } = store.getState().session;
    const isSignedIn = user !== undefined || (status === 'restoring' && mayHaveSession());
    if (dialog && !(dialog === 'sign-in' && isSignedIn)) dispatch(dialogOpened(dialog));
  };

  return (
    <>
      <LinkPage
        path={path}
        title="Confirm your email"
        ask={{
          ...(isUnanswered ? words.again : asks ? words.password : words.ask),
          button: isUnanswered ? 'Try again' : 'Confirm email',
        }}
        press={press}
        done={({ data }) => void leave(...doneWords(data as Confirmed))}
        ended={({ error: failure }, token) => {
          // Signing in without confirmation sends a new link.
          if (!token) return void leave(errorAlert(linkExpiredMessage), 'sign-in');
          keepExpiredToken(path, token);
          void leave(failureAlert(failure), 'new-link');
        }}
        help={
          asks && (
            <div className="text-ink-soft text-sm">
              <button
                type="button"
                className={`${textLinkClass} min-h-11 cursor-pointer`}
                onClick={() => dispatch(dialogOpened('forgot-password'))}
              >
                Forgot password?
              </button>
              <p>Not you? Close this page, and nothing will happen.</p>
            </div>
          )
        }
      >
        {asks && (
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            className="w-[min(18rem,calc(100vw-6rem))] text-left"
            value={password}
            onChange={setPassword}
            error={refusal}
          />
        )}
      </LinkPage>
      <ProgressDialog isOpen={isLoading} title="Confirmation in progress..." />
    </>
  );
}

type Confirmed = { confirmed: 'account' | 'email'; isRepeated: boolean };

function doneWords({ confirmed, isRepeated }: Confirmed): [UnknownAction, 'sign-in'?] {
  if (confirmed === 'email')
    return [successAlert('Your new email address is confirmed. We’ll write to you there from now on.')];
  if (!isRepeated) return [successAlert('Account confirmed. You can now sign in.', 'signIn')];
  return [infoAlert('Already confirmed. You can sign in.'), 'sign-in'];
}
