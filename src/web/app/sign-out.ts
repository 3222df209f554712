import { useNavigate } from 'react-router';
import { api } from '#web/api/api.ts';
import { noteConnection } from '#web/api/connection.ts';
import { hasWorkerProfile } from '#web/api/session.ts';
import { oweSignOut } from '#web/api/session-hint.ts';
import { errorsDismissed, failureAlert, infoAlert } from './alerts.ts';
import { dialogOpened } from './dialogs.ts';
import { endOwedSession, forgetSession } from './session-restore.ts';
import { useAppDispatch, useAppSelector } from './store.ts';

/** @returns a function that signs out; for a worker, what waits on the phone is sent before that */
export function useSignOut(): () => void {
  const dispatch = useAppDispatch();
  const isWorker = useAppSelector(hasWorkerProfile);
  const endSession = useEndSession();
  return () => (isWorker ? dispatch(dialogOpened('sign-out')) : void endSession());
}

/** Nobody who signs out is kept longer than this by a server that does not answer. */
const patienceMs = 4_000;

/**
 * @returns a function that ends the session and goes home. Without an answer of the server this browser forgets it all
 *   the same, and tells the server as soon as there is a network; only a browser that keeps nothing stays signed in.
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
      // Home is not on this phone: the guard has something to show in its place.
      noteConnection(false);
      forgetSession();
      dispatch(infoAlert('You are signed out on this device. The server is told as soon as there is a connection.'));
      return;
    }
    // Home first: a signed-in page that lost its session would ask to sign in.
    await navigate('/');
    forgetSession();
  };
}

const pause = (ms: number) => new Promise<false>((resolve) => setTimeout(() => resolve(false), ms));
