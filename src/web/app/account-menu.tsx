import { CircleUserRound } from 'lucide-react';
import type { Profile } from '#contract/profiles.ts';
import type { User } from '#contract/sessions.ts';
import { enumLabel } from '#domain/labels.ts';
import { mayDo } from '#domain/rights.ts';
import { selectCurrentProfile } from '#web/api/session.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { Menu, type MenuEntry } from '#web/ui/menu.tsx';
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
    ...listAreas(user, profile),
    { id: 'switch-profile', label: 'Switch profile', onAction: () => dispatch(dialogOpened('profile-selector')) },
    { id: 'sign-out', label: 'Sign out', onAction: signOut },
  ];
  return (
    <Menu aria-label={`${profile.displayName} ${enumLabel(profile.type)}, account`} entries={entries} className="px-3!">
      <CircleUserRound aria-hidden="true" className="size-6" />
      <span className="max-w-40 truncate max-sm:sr-only">{profile.displayName}</span>{' '}
      <span className="rounded-full bg-current/15 px-2.5 py-0.5 text-sm">{enumLabel(profile.type)}</span>
    </Menu>
  );
}

/** @returns the areas that this profile may open */
function listAreas(user: User, profile: Profile): MenuEntry[] {
  const entries = [{ label: 'Dashboard', href: '/dashboard' }];
  if (profile.type === 'PROFILE_TYPE_WORKER') {
    entries.push(
      { label: 'Itinerary', href: `/worker/${profile.id}/itinerary` },
      { label: 'Plan', href: `/worker/${profile.id}/plan` },
      { label: 'Engagements', href: `/workers/${profile.id}/engagements` },
      { label: 'Earnings', href: `/workers/${profile.id}/earnings` },
    );
  }
  if (profile.type === 'PROFILE_TYPE_CUSTOMER') {
    entries.push(
      { label: 'Engagements', href: `/customers/${profile.id}/engagements` },
      { label: 'Billing', href: `/customers/${profile.id}/billing` },
      { label: 'Payment methods', href: `/users/${user.userId}/payment-methods` },
    );
  }
  if (profile.type === 'PROFILE_TYPE_EMPLOYEE') {
    entries.push(
      { label: 'Search', href: '/search' },
      { label: 'Calendar', href: '/calendar' },
      ...(mayDo(profile.staffRole ?? null, 'money') ? [{ label: 'Money', href: '/money' }] : []),
      { label: 'Inquiries', href: '/inquiries' },
      { label: 'Products', href: '/products' },
      { label: 'Coupons', href: '/coupons' },
      { label: 'Team', href: '/team' },
      ...(mayDo(profile.staffRole ?? null, 'settings') ? [{ label: 'Settings', href: '/settings' }] : []),
    );
  }
  entries.push(
    { label: 'Addresses', href: `/profiles/${profile.id}/addresses` },
    { label: 'Profile', href: `/profiles/${profile.id}` },
  );
  return entries.map((entry) => ({ id: entry.href, ...entry }));
}
