import { CircleUserRound } from 'lucide-react';
import { enumLabel } from '#domain/labels.ts';
import { selectCurrentProfile } from '#web/api/session.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { Menu } from '#web/ui/menu.tsx';
import { areasOf } from './areas.ts';
import { dialogOpened } from './dialogs.ts';
import { useSignOut } from './sign-out.ts';
import { useAppDispatch, useAppSelector } from './store.ts';

/** The menu of the signed-in person, or the Sign in button. */
export function AccountMenu() {
  const { status, user } = useAppSelector((state) => state.session);
  const profile = useAppSelector(selectCurrentProfile);
  const dispatch = useAppDispatch();
  const signOut = useSignOut();
  if (status === 'restoring') return null;
  if (user && !profile) {
    return (
      <button type="button" className={buttonClass('secondary', 'medium', 'whitespace-nowrap')} onClick={signOut}>
        Sign out
      </button>
    );
  }
  if (!user || !profile) {
    return (
      <button
        type="button"
        className={buttonClass('secondary', 'medium', 'whitespace-nowrap')}
        onClick={() => dispatch(dialogOpened('sign-in'))}
      >
        Sign in
      </button>
    );
  }
  const entries = [
    ...areasOf(profile).map((area) => ({ id: area.href, ...area })),
    { id: 'switch-profile', label: 'Switch profile', onAction: () => dispatch(dialogOpened('profile-selector')) },
    { id: 'sign-out', label: 'Sign out', onAction: signOut },
  ];
  return (
    <Menu aria-label={`${profile.displayName} ${enumLabel(profile.type)}, account`} entries={entries} className="px-3!">
      <CircleUserRound aria-hidden="true" className="size-6" />
      <span className="max-w-24 truncate max-sm:sr-only">{profile.displayName}</span>{' '}
      <span className="rounded-full bg-current/15 px-2.5 py-0.5 text-sm max-sm:hidden lg:max-xl:hidden">
        {enumLabel(profile.type)}
      </span>
    </Menu>
  );
}
