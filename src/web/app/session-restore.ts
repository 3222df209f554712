import { useEffect } from 'react';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { dialogOpened } from './dialogs.ts';
import { sessionReset, sessionRestored, sessionUnknown } from './session.ts';
import { mayHaveSession } from './session-hint.ts';
import { useAppDispatch, useAppSelector } from './store.ts';

/** Pages for anybody: nobody is asked to sign in there. */
const publicPath = /^\/(forbidden|terms|disclaimer|privacy|sign-up|confirm-sign-up|set-new-password|inquiry)?\/?$/;

/** On load, asks for the session once; without one, the sign-in dialog opens except on public pages. */
export function useRestoreSession(): void {
  const dispatch = useAppDispatch();
  const isRestoring = useAppSelector((state) => state.session.status === 'restoring');
  const [refresh] = api.useRefreshTokenMutation();
  useEffect(() => {
    if (!isRestoring) return;
    const restore = async () => {
      const isPublic = publicPath.test(location.pathname);
      if (isPublic && !mayHaveSession()) {
        dispatch(sessionReset());
        return;
      }
      const { data, error } = await refresh();
      if (data) {
        dispatch(sessionRestored(data));
        return;
      }
      dispatch(isFailure(error) && error.status === 401 ? sessionReset() : sessionUnknown());
      if (!isPublic) dispatch(dialogOpened('sign-in'));
    };
    // Two runs at once (React's strict mode, another tab) are answered alike by the server.
    void restore();
  }, [dispatch, isRestoring, refresh]);
}
