import { useEffect } from 'react';
import { AccountMenu } from '#web/app/account-menu.tsx';
import { dialogOpened } from '#web/app/dialogs.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { SessionProvider } from './session-provider.tsx';

/**
 * The account menu with everything it needs, for pages that load without the session's code.
 * @param openSignIn whether it was loaded because somebody pressed Sign in
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
  useEffect(() => {
    dispatch(dialogOpened('sign-in'));
  }, [dispatch]);
  return null;
}
