import { useNavigate } from 'react-router';
import { api } from '#web/api/api.ts';
import { failureAlert } from './alerts.ts';
import { sessionReset } from './session.ts';
import { useAppDispatch } from './store.ts';

/** @returns a function that ends the session and goes home; when it cannot be ended, says so and stays */
export function useSignOut(): () => Promise<void> {
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
