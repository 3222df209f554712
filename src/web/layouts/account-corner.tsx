import { useEffect } from 'react';
import { AccountMenu } from '#web/app/account-menu.tsx';
import { dialogOpened } from '#web/app/dialogs.ts';
import { useAppDispatch } from '#web/app/store.ts';
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
  useEffect(() => {
    dispatch(dialogOpened('sign-in'));
  }, [dispatch]);
  return null;
}
