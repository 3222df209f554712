import { lazy, type ReactNode, Suspense } from 'react';
import { Provider } from 'react-redux';
import { AlertStack } from './alert-stack.tsx';
import { markSessionCodeLoaded } from './session-hint.ts';
import { useRestoreSession } from './session-restore.ts';
import { store, useAppSelector } from './store.ts';
import { useRememberPaths } from './visited-paths.ts';

const SignInDialog = lazy(() => import('#web/accounts/sign-in-dialog.tsx'));
const ForgotPasswordDialog = lazy(() => import('#web/accounts/forgot-password-dialog.tsx'));

markSessionCodeLoaded();

/** The session with all that belongs to it: restoring it, alerts, and the dialogs that any page may open. */
export function SessionProvider({ children }: { children: ReactNode }) {
  return (
    <Provider store={store}>
      <AlertStack />
      <OpenDialog />
      <RestoredSession>{children}</RestoredSession>
    </Provider>
  );
}

function RestoredSession({ children }: { children: ReactNode }) {
  useRestoreSession();
  useRememberPaths();
  return children;
}

function OpenDialog() {
  const dialog = useAppSelector((state) => state.dialog);
  return (
    <Suspense>
      {dialog === 'sign-in' && <SignInDialog />}
      {dialog === 'forgot-password' && <ForgotPasswordDialog />}
    </Suspense>
  );
}
