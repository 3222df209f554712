import { useEffect } from 'react';
import { AccountMenu } from './account-menu.tsx';
import { dialogOpened } from './dialogs.ts';
import { SessionProvider } from './session-provider.tsx';
import { useAppDispatch } from './store.ts';

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
