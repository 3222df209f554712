import { useState } from 'react';
import { useParams } from 'react-router';
import type { Profile } from '#contract/profiles.ts';
import { enumLabel, fullName } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { selectCurrentProfile } from '#web/api/session.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { useAppSelector } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { useFocusBack } from '#web/ui/focus-back.ts';
import { later } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { AccountAccessCard } from './account-access-card.tsx';
import { AccountCard } from './account-card.tsx';
import { ProfileView } from './profile-view.tsx';

const ProfileEditForm = later(
  async () => (await import('./profile-edit-form.tsx')).ProfileEditForm,
  <SkeletonCards count={1} label="Loading the form" />,
);

/** One profile, to read and, for whose it is, to change. */
export default function ProfilePage() {
  const { profileId = '' } = useParams();
  // Coming from one profile to another starts anew.
  return <OneProfile key={profileId} profileId={profileId} />;
}

function OneProfile({ profileId }: { profileId: string }) {
  const { data, error, isFetching, refetch } = api.useGetProfileQuery({ params: { profileId } }, { skip: !profileId });
  const [isEditing, setEditing] = useState(false);
  const edit = useFocusBack(isEditing);
  const profile = data?.profile;
  useLoadFailure(profileId ? error : noProfile, { stay: profile !== undefined, notFound: 'Profile not found' });
  const isOwn = useAppSelector((state) => state.session.profiles.some(({ id }) => id === profile?.id));
  const isStaff = useAppSelector((state) => selectCurrentProfile(state)?.type === 'PROFILE_TYPE_EMPLOYEE');
  return (
    <div className="content-width py-10">
      <PageHeading
        title={profile && !isOwn ? `Profile of ${fullName(profile)}` : 'Profile'}
        description={profile && describe(profile, isOwn)}
        actions={
          <>
            <RefreshButton isPending={isFetching} onPress={() => void refetch()} />
            {isOwn && !isEditing && (
              <Button ref={edit} onPress={() => setEditing(true)}>
                Edit
              </Button>
            )}
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)]">
        {!profile && !error && <SkeletonCards count={1} label="Loading the profile" />}
        {profile &&
          (isEditing ? (
            <ProfileEditForm profile={profile} onEnd={() => setEditing(false)} />
          ) : (
            <ProfileView profile={profile} />
          ))}
        {profile && (
          <div className="grid gap-6">
            {isOwn && <AccountCard />}
            {isOwn && (
              <LinkButton to="/security" variant="quiet" className="justify-self-start">
                Sign-in and security
              </LinkButton>
            )}
            {isStaff && !isOwn && <AccountAccessCard profile={profile} />}
            {isStaff && !isOwn && profile.type !== 'PROFILE_TYPE_EMPLOYEE' && (
              <LinkButton
                to={`/${profile.type === 'PROFILE_TYPE_CUSTOMER' ? 'customers' : 'workers'}/${profile.id}`}
                variant="quiet"
                className="justify-self-start"
              >
                All that we know of them
              </LinkButton>
            )}
            <LinkButton to={`/profiles/${profile.id}/addresses`} variant="quiet" className="justify-self-start">
              Addresses of this profile
            </LinkButton>
          </div>
        )}
      </div>
    </div>
  );
}

function describe({ type, displayName }: Profile, isOwn: boolean): string {
  const role = enumLabel(type).toLowerCase();
  if (!isOwn) return `${displayName}, ${role}.`;
  return `You as ${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}.`;
}

const noProfile = { status: 404, message: '', errorCode: 'NOT_FOUND' };
