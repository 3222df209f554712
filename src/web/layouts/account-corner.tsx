import { useEffect, useRef } from 'react';
import { AccountMenu } from '#web/app/account-menu.tsx';
import { dialogOpened } from '#web/app/dialogs.ts';
import { useAppDispatch, useAppSelector } from '#web/app/store.ts';
import { SessionProvider } from './session-provider.tsx';

/**
 * The account menu with the session's code, for pages that load without it.
 * @param openSignIn whether to open the sign-in dialog, because somebody pressed Sign in
 */
export default function AccountCorner({ openSignIn }: { openSignIn: boolean }) {
  return (
    <SessionProvider>
      {openSignIn && <OpenSignIn />}
      <AccountMenu />
    </SessionProvider>
  );
}

function OpenSignIn() {
  const dispatch = useAppDispatch();
  // Who presses before the session is restored may be signed in.
  const isSignedOut = useAppSelector(({ session }) => session.status === 'signed-out');
  const isDone = useRef(false);
  useEffect(() => {
    if (!isSignedOut || isDone.current) return;
    isDone.current = true;
    dispatch(dialogOpened('sign-in'));
  }, [dispatch, isSignedOut]);
  return null;
}
