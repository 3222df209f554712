import { Link } from 'react-router';
import type { NearProposal } from '#contract/homes.ts';
import type { Job } from '#contract/itineraries.ts';
import type { Profile } from '#contract/profiles.ts';
import { type CalendarDay, calendarDay, dayLabel, isSameDay, plainDate, weekDayName } from '#domain/calendar.ts';
import { countedLabel, fullName, listLabel, moneyLabel } from '#domain/labels.ts';
import { bringsLabel } from '#domain/proposal-words.ts';
import { scheduleLabel } from '#domain/schedule-rules.ts';
import { visitStatusLabel } from '#domain/work-status.ts';
import { api } from '#web/api/api.ts';
import { daysOfItinerary, isToDo, nextJob } from '#web/itineraries/itinerary-columns.ts';
import { useItinerary } from '#web/itineraries/use-itinerary.ts';
import { OutboxPanel } from '#web/offline/outbox-panel.tsx';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass, wrappedLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { CardLoaded } from '#web/ui/card-loaded.tsx';
import { documentFacts } from '#web/ui/document-facts.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { HowReached, useReach } from './how-reached.tsx';
import { wayWords } from './worker-words.ts';

/**
 * What a worker wants to know first. Today's visits are those of the itinerary, with what waits to be sent, so that they
 * stand here without a network too; what the server reckons of the route is added when it answers.
 */
export function WorkerHome({ profile, isPayable }: { profile: Profile; isPayable: boolean }) {
  const answer = api.useGetWorkerHomeQuery(
    { params: { workerProfileId: profile.id } },
    { refetchOnMountOrArgChange: true },
  );
  const home = answer.data;
  const reach = useReach(profile);
  const hint = reach.isKnown && <HowReached profile={reach.profile} missed="jobs and pay" />;
  // Who cannot be hired yet has nothing to read here; what to do about it stands above.
  const isNew = !isPayable && home?.left.stops === 0 && home.tomorrow.stops === 0;
  if (isNew)
    return (
      // Usually empty, and then it takes no room.
      <div className="-mt-6">
        <OutboxPanel />
        <div className="mt-6 empty:hidden">{hint}</div>
      </div>
    );
  return (
    <div>
      <OutboxPanel />
      <div className="grid gap-8">
        {hint}
        <Today workerId={profile.id} isAsking={answer.isLoading} way={home?.left} missed={home?.missed} />
        <div className="grid gap-4 md:grid-cols-2">
          <Card title={home || !answer.error ? 'Tomorrow' : 'Tomorrow, and services near you'}>
            <CardLoaded what="next days" {...answer}>
              {({ tomorrow }) =>
                tomorrow.stops === 0 ? (
                  <p>Nothing is planned.</p>
                ) : (
                  <>
                    <p className="font-bold font-display text-3xl">{countedLabel(tomorrow.stops, 'stop')}</p>
                    <p className="mt-1">About {wayWords(tomorrow)}</p>
                  </>
                )
              }
            </CardLoaded>
            <Link
              to={`/worker/${profile.id}/plan`}
              className={`${textLinkClass} mt-2 inline-flex min-h-11 items-center`}
            >
              The week’s plan
            </Link>
          </Card>
          <ThisWeek workerId={profile.id} />
        </div>
        {home && home.proposals.length > 0 && (
          <Proposals proposals={home.proposals} count={home.proposalCount} workerId={profile.id} />
        )}
      </div>
    </div>
  );
}

type Left = { stops: number; miles: number; minutes: number };

type Missed = { date: CalendarDay; names: readonly string[]; isTold: boolean };
type TodayProps = {
  workerId: string;
  /** Whether the server has yet to answer how long the way is. */
  isAsking: boolean;
  way: Left | undefined;
  missed: Missed | null | undefined;
};

function Today({ workerId, isAsking, way, missed }: TodayProps) {
  const { week, jobs, unfinished, today, hasFailed, isFetching, refresh } = useItinerary(workerId);
  if (!jobs || !today) {
    if (!hasFailed || isFetching)
      return <SkeletonCards count={1} label="Loading today" className="min-h-[23rem] md:min-h-64" />;
    return <EmptyState title="Today could not be loaded" action={<Button onPress={refresh}>Try again</Button>} />;
  }
  const visits = daysOfItinerary(week, jobs, today).find(({ isToday }) => isToday)?.jobs ?? [];
  const toDo = visits.filter(isToDo);
  const next = nextJob(visits);
  const left = unfinished.filter(isToDo);
  return (
    <section
      aria-label="Today"
      className="on-evergreen-band wrap-anywhere rounded-card p-4 shadow-card sm:p-8 lg:flex lg:flex-wrap lg:items-end lg:justify-between lg:gap-x-10"
    >
      <div>
        <h2 className="text-3xl">
          {toDo.length === 0 ? restWords(visits.length) : `${countedLabel(toDo.length, 'stop')} left`}
        </h2>
        {/* The line is there before its words, so that the next stop does not jump. */}
        {toDo.length > 0 && (isAsking || (way && way.stops > 0)) && (
          <p className="mt-1 min-h-[1.55em] text-lg">{way && <>About {wayWords(way)}</>}</p>
        )}
        {next && (
          <div className="mt-3">
            <p className="font-bold text-xl">
              <span className="font-normal text-base text-on-evergreen-soft">
                {next.work ? visitStatusLabel(next.work.status) : 'Next'}:
              </span>{' '}
              {fullName(next.customerProfile)}
            </p>
            <p>
              {next.engagement.serviceAddress.streetAddress1}, {next.engagement.serviceAddress.city}
            </p>
            <LinkButton to={`/worker/${workerId}/itinerary`} variant="accent" size="large" className="mt-3">
              {visits.length === toDo.length && !next.work ? 'Begin the day' : 'Go on with this stop'}
            </LinkButton>
          </div>
        )}
      </div>
      {visits.length > 0 && (
        <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-3 lg:mt-0 [&_dt]:text-on-evergreen-soft">
          <Fact label="Pay so far">{moneyLabel(payOf(visits.filter((visit) => !isToDo(visit))))}</Fact>
          <Fact label="Expected today">{moneyLabel(payOf(visits))}</Fact>
        </dl>
      )}
      {/* Below the next stop: on the smallest phone its button is on the first screen. */}
      {left.length > 0 && (
        <p className="mt-4 rounded-control bg-warn-tint px-4 py-3 text-warn w-full">
          Not finished yesterday: {left.map(({ customerProfile }) => fullName(customerProfile)).join(', ')}.{' '}
          <Link to={`/worker/${workerId}/itinerary`} className={wrappedLinkClass}>
            Go on with it
          </Link>
        </p>
      )}
      {missed && (
        <p className="mt-4 rounded-control bg-warn-tint px-4 py-3 text-warn w-full">
          Nobody came {lastDayWords(missed.date, today)}: {namesWords(missed.names)}. {knowWords(missed)} Tell the
          office why:{' '}
          <a href={documentFacts.supportPhoneUrl} className={wrappedLinkClass}>
            {documentFacts.supportPhone}
          </a>
        </p>
      )}
    </section>
  );
}

/** @returns who knows of missed visits */
function knowWords({ names, isTold }: Missed): string {
  const customers = names.length === 1 ? 'customer' : 'customers';
  return isTold
    ? `The ${customers} and our office know.`
    : `Our office knows. We’ll tell the ${customers} in the morning.`;
}

/** @returns for example 'yesterday' or 'on Friday', of a day of the last three */
function lastDayWords(day: CalendarDay, today: CalendarDay): string {
  const date = plainDate(day);
  const isYesterday = isSameDay(calendarDay(date.add({ days: 1 })), today);
  return isYesterday ? 'yesterday' : `on ${weekDayName(date)}`;
}

const mostNamed = 3;

/** @returns for example 'Ada Rivera, Ben Rivera, Cem Rivera and 3 more' */
function namesWords(all: readonly string[]): string {
  const names = all.slice(0, mostNamed);
  return all.length > mostNamed ? `${names.join(', ')} and ${all.length - mostNamed} more` : listLabel(names);
}

/** What is not charged yet, as what a phone has not sent, brings what the next visit does. */
const payOf = (jobs: readonly Job[]) =>
  jobs.reduce((sum, { earned, skip, engagement }) => sum + (earned ?? (skip ? 0 : (engagement.pay ?? 0))), 0);
const restWords = (visits: number) => (visits === 0 ? 'No stops today' : 'All stops are done');

const weekFacts = 'grid grid-cols-2 gap-x-6 gap-y-2';

function ThisWeek({ workerId }: { workerId: string }) {
  const earnings = api.useGetEarningsQuery(
    { params: { workerProfileId: workerId } },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <Card title="This week">
      <CardLoaded what="week’s earnings" {...earnings}>
        {({ week }) => (
          <dl className={weekFacts}>
            <Fact label="Earned">{moneyLabel(week.share + week.tips)}</Fact>
            <Fact label="Passed on to you">{moneyLabel(week.paid + week.tips)}</Fact>
            <Fact label="Still to come">{moneyLabel(week.onItsWay + week.expected)}</Fact>
          </dl>
        )}
      </CardLoaded>
      <Balance workerId={workerId} />
      <Link to={`/workers/${workerId}/earnings`} className={`${textLinkClass} mt-2 inline-flex min-h-11 items-center`}>
        All earnings and payouts
      </Link>
    </Card>
  );
}

/** What waits at Stripe. The home does not wait for it, and says nothing of it without an account. */
function Balance({ workerId }: { workerId: string }) {
  const answer = api.useGetWorkerBalanceQuery(
    { params: { workerProfileId: workerId } },
    { refetchOnMountOrArgChange: true },
  );
  const { data, error } = answer;
  if (error && !data) {
    return (
      <div className="mt-2">
        <CardLoaded what="balance" {...answer}>
          {() => null}
        </CardLoaded>
      </div>
    );
  }
  if (!data?.balance) return null;
  const { available, pending, nextPayout } = data.balance;
  return (
    <dl className={`${weekFacts} mt-2`}>
      <Fact label="Balance">{moneyLabel(available + pending)}</Fact>
      <Fact label="Next payout">
        {nextPayout
          ? `${moneyLabel(nextPayout.amount)}, at your bank ${dayLabel(plainDate(nextPayout.arrivesOn))}`
          : 'Nothing is on its way yet'}
      </Fact>
    </dl>
  );
}

function Proposals({ proposals, count, workerId }: { proposals: NearProposal[]; count: number; workerId: string }) {
  return (
    <Card
      title="Nearest to your route"
      description={`${count >= 50 ? '50 or more services wait' : `${countedLabel(count, 'service')} ${count === 1 ? 'waits' : 'wait'}`} for somebody.`}
    >
      <ul className="divide-y divide-line">
        {proposals.map((proposal) => (
          <li
            key={proposal.engagementId}
            className="wrap-anywhere flex flex-wrap items-center justify-between gap-3 py-3"
          >
            <div className="min-w-0">
              <p className="font-semibold">
                {proposal.street}, {proposal.city}
              </p>
              <p className="text-ink-soft">
                {proposal.productName}, {scheduleLabel(proposal.frequency, proposal.interval)}
              </p>
              <p>{bringsLabel(proposal)}</p>
            </div>
            <LinkButton
              to={`/worker/${workerId}/plan/engagements/${proposal.engagementId}`}
              variant="secondary"
              aria-label={`Look at it: ${proposal.street}`}
            >
              Look at it
            </LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
