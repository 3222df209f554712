import { useNavigate } from 'react-router';
import { api } from '#web/api/api.ts';
import { failureAlert } from './alerts.ts';
import { dialogOpened } from './dialogs.ts';
import { hasWorkerProfile, sessionReset } from './session.ts';
import { useAppDispatch, useAppSelector } from './store.ts';

/** @returns a function that signs out; for a worker, what waits on the phone is sent before that */
export function useSignOut(): () => void {
  const dispatch = useAppDispatch();
  const isWorker = useAppSelector(hasWorkerProfile);
  const endSession = useEndSession();
  return () => (isWorker ? dispatch(dialogOpened('sign-out')) : void endSession());
}

/** @returns a function that ends the session and goes home; when it cannot be ended, says so and stays */
export function useEndSession(): () => Promise<void> {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [signOut] = api.useSignOutMutation();
  return async () => {
    const { error } = await signOut();
    if (error) {
      dispatch(failureAlert(error));
      return;
    }
    // Home first: a signed-in page that lost its session would ask to sign in.
    await navigate('/');
    dispatch(sessionReset());
    dispatch(api.util.resetApiState());
  };
}
