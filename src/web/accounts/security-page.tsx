import { Suspense } from 'react';
import { useAppSelector } from '#web/app/store.ts';
import { Card } from '#web/ui/card.tsx';
import { lazyPart } from '#web/ui/later.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { SessionCard } from './session-card.tsx';

// Only employees have them.
const SecondFactorsSection = lazyPart(
  async () => (await import('#web/second-factors/second-factors-section.tsx')).SecondFactorsSection,
);

/** How a person signs in, and where they are signed in. Who lacks a second factor is led here after signing in. */
export default function SecurityPage() {
  const { user, profiles, needsSecondFactor } = useAppSelector((state) => state.session);
  const isStaff = profiles.some(({ type }) => type === 'PROFILE_TYPE_EMPLOYEE');
  if (!user) return null;
  return (
    <div className="content-width py-10">
      <PageHeading title="Sign-in and security" description="How you sign in, and where you are signed in." />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        {isStaff && (
          <div className="grid gap-6">
            {needsSecondFactor && <OneMoreStep isOnlyStaff={profiles.length === 1} />}
            <Suspense fallback={<SkeletonCards count={1} label="Loading your second factors" />}>
              <SecondFactorsSection userId={user.id} />
            </Suspense>
          </div>
        )}
        <SessionCard userId={user.id} />
      </div>
    </div>
  );
}

function OneMoreStep({ isOnlyStaff }: { isOnlyStaff: boolean }) {
  return (
    <Card title="One more step">
      <p>
        You see what your customers have trusted the business with, so your password alone is not enough. Set up a
        second factor here; it takes a minute, and then you go on.
        {!isOnlyStaff && ' What you do as a customer or worker goes on without it: switch the profile in the menu.'}
      </p>
    </Card>
  );
}
