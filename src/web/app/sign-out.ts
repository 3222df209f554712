import { useNavigate } from 'react-router';
import { api } from '#web/api/api.ts';
import { hasWorkerProfile } from '#web/api/session.ts';
import { oweSignOut } from '#web/api/session-hint.ts';
import { noteConnection } from '#web/ui/connection.ts';
import { errorsDismissed, failureAlert, infoAlert } from './alerts.ts';
import { dialogOpened } from './dialogs.ts';
import { endOwedSession, forgetSession, pause } from './session-restore.ts';
import { useAppDispatch, useAppSelector } from './store.ts';

/** @returns a function that signs out; a worker's phone first sends its unsent changes */
export function useSignOut(): () => void {
  const dispatch = useAppDispatch();
  const isWorker = useAppSelector(hasWorkerProfile);
  const endSession = useEndSession();
  return () => (isWorker ? dispatch(dialogOpened('sign-out')) : void endSession());
}

/** Signing out waits no longer than this for the server. */
const patienceMs = 4_000;

/**
 * @returns a function that ends the session and goes home. If the server does not answer, this browser forgets the
 *   session and tells the server later. A browser without storage could not tell it later, so there the person stays
 *   signed in.
 */
export function useEndSession(): () => Promise<void> {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [signOut] = api.useSignOutMutation();
  return async () => {
    dispatch(errorsDismissed());
    if (!oweSignOut()) {
      const { error } = await signOut();
      if (error) {
        dispatch(failureAlert(error));
        return;
      }
    } else if (!navigator.onLine || !(await Promise.race([endOwedSession(), pause(patienceMs)]))) {
      // The home page is not kept on this phone, so the guard shows something in its place.
      noteConnection(false);
      forgetSession();
      dispatch(infoAlert('You are signed out on this device. The server is told as soon as there is a connection.'));
      return;
    }
    // Goes home first, because a signed-in page without a session would ask to sign in.
    await navigate('/');
    forgetSession();
  };
}
