import { type ReactNode, Suspense } from 'react';
import type { Profile } from '#contract/profiles.ts';
import { momentDayLabel } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import { isUnreached, wantsTexts } from '#domain/reach.ts';
import { AddressCards } from '#web/addresses/address-cards.tsx';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { InboundSection } from '#web/correspondence/inbound-section.tsx';
import { MessagesSection } from '#web/correspondence/messages-section.tsx';
import { NotesSection } from '#web/notes/notes-section.tsx';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { lazyPart } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { type Mark, Marks } from '#web/ui/marks.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { ReachCard } from './reach-card.tsx';

// They stand at the end, and few open them.
const AccountAccessCard = lazyPart(async () => (await import('./account-access-card.tsx')).AccountAccessCard);
const DataCard = lazyPart(async () => (await import('./data-card.tsx')).DataCard);

/** What staff know of a customer and of a worker alike. */
type Person = {
  name: string;
  since: string;
  username: string;
  confirmedAt: string | null;
  lastSeenAt: string | null;
};

type PersonPageProps<P extends Person> = {
  what: 'customer' | 'worker';
  profileId: string;
  loaded: { currentData?: P; error?: object; isFetching: boolean; refetch: () => unknown };
  marksOf: (person: P) => Mark[];
  hasYards: boolean;
  /** What is to be decided first of somebody who was not erased. */
  decision?: (person: P) => ReactNode;
  money: (person: P) => ReactNode;
  work: (person: P, profile: Profile | undefined) => ReactNode;
  /** More facts of the account. */
  facts?: (person: P) => ReactNode;
};

const unreached = (profile: Profile): Mark => ({
  label: wantsTexts(profile) ? 'Texts and emails fail' : 'Emails fail',
  tone: 'warn',
});

const addresseeOf = ({ id, firstName, lastName, email, phone }: Profile) => ({
  profileId: id,
  name: fullName({ firstName, lastName }),
  email,
  phone,
});

/** The record of a person, for staff: how to reach them, what they do with us, and their account. */
export function PersonPage<P extends Person>(props: PersonPageProps<P>) {
  const { what, profileId, loaded, marksOf, hasYards, decision, money, work, facts } = props;
  const person = loaded.currentData;
  const options = { refetchOnMountOrArgChange: true, skip: !profileId };
  const profile = api.useGetProfileQuery({ params: { profileId } }, options).currentData?.profile;
  // Of who was erased there is nothing to read, and nothing to write.
  const isErased = profile?.accountErasedAt !== undefined;
  const Title = what === 'customer' ? 'Customer' : 'Worker';
  useLoadFailure(loaded.error, { stay: person !== undefined, notFound: `${Title} not found` });
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title={person?.name ?? Title}
        description={person && `${Title} since ${momentDayLabel(person.since)}.`}
        actions={
          <>
            <RefreshButton isPending={loaded.isFetching} onPress={() => void loaded.refetch()} />
            <LinkButton to={`/${what}s`} variant="quiet">
              All {what}s
            </LinkButton>
          </>
        }
      />
      {!person && !loaded.error && <SkeletonCards count={3} label={`Loading the ${what}`} />}
      {!person && loaded.error && (
        <LoadFailed what={what} isPending={loaded.isFetching} onRetry={() => void loaded.refetch()} />
      )}
      {person && (
        <>
          <p className="mb-6 flex flex-wrap gap-2 empty:hidden">
            <Marks
              marks={[
                ...marksOf(person),
                ...(profile && !isErased && isUnreached(profile) ? [unreached(profile)] : []),
              ]}
            />
          </p>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] lg:grid-rows-[auto_1fr]">
            <div className={`grid gap-6 ${what === 'worker' ? '' : 'lg:row-span-2'}`}>
              {!isErased && decision?.(person)}
              {!profile && <SkeletonCards count={1} label="Loading how to reach" />}
              {profile && !isErased && <ReachCard profile={profile} />}
              {!isErased && <NotesSection profileId={profileId} />}
              {!isErased && <AddressCards profileId={profileId} hasYards={hasYards} />}
              {money(person)}
            </div>
            <div className={`grid gap-6 ${what === 'worker' ? 'lg:row-span-2' : ''}`}>
              {work(person, profile)}
              {!isErased && <InboundSection profileId={profileId} />}
              {!isErased && <MessagesSection profileId={profileId} person={profile && addresseeOf(profile)} />}
            </div>
            {/* Last on a phone; beside each other, below what is the shorter of the two: a worker's week is long. */}
            <div className={`grid gap-6 ${what === 'worker' ? '' : 'lg:col-start-2'}`}>
              <Card title="Account">
                <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
                  <Fact label="User name">{person.username}</Fact>
                  <Fact label="Email confirmed">
                    {person.confirmedAt ? momentDayLabel(person.confirmedAt) : 'Not yet'}
                  </Fact>
                  <Fact label="Last seen">{person.lastSeenAt ? momentDayLabel(person.lastSeenAt) : 'Never'}</Fact>
                  {facts?.(person)}
                </dl>
              </Card>
              {profile && (
                <Suspense>
                  {!isErased && <AccountAccessCard profile={profile} />}
                  <DataCard profile={profile} />
                </Suspense>
              )}
            </div>
          </div>
        </>
      )}
    </div>
  );
}
