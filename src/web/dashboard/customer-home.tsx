import { CalendarPlus, Dog, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import type { homes, ServiceAtHome } from '#contract/homes.ts';
import type { Profile } from '#contract/profiles.ts';
import { type CalendarDay, dayLabel, isSameDay, longDayLabel, plainDate, timeLabel } from '#domain/calendar.ts';
import { isActive, isLive } from '#domain/engagement-status.ts';
import { moneyLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { VisitPhotos } from '#web/engagements/visits/visit-photos.tsx';
import { CardsToReplace } from '#web/payment-methods/cards-to-replace.tsx';
import { OverdueNotice } from '#web/payment-methods/overdue-notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { buttonClass, textLinkClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { later } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { wayInDoubt } from '#web/ui/way-in-doubt.ts';
import { actionWords, betweenLabel, cardTitle, nextTitle, nextWords, whyNoVisit } from './customer-words.ts';
import { DashboardLinks } from './dashboard-links.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import { HowReached, useReach } from './how-reached.tsx';

const AwayDialog = later(async () => (await import('#web/engagements/visits/away-dialog.tsx')).AwayDialog);
const FeedDialog = later(async () => (await import('./feed-dialog.tsx')).FeedDialog);

type Home = z.infer<typeof homes.getCustomerHome.response>;

/** How often the state of a visit is asked for again, in milliseconds. */
const asksEvery = 60_000;

/** What a customer wants to know first: who comes when, how it was last time, and what to do about each service. */
export function CustomerHome({ profile }: { profile: Profile }) {
  const overdue = api.useGetOverdueQuery({ params: { customerProfileId: profile.id } });
  const { data, error, isFetching, refetch } = api.useGetCustomerHomeQuery(
    { params: { customerProfileId: profile.id } },
    { refetchOnMountOrArgChange: true, pollingInterval: asksEvery, skipPollingIfUnfocused: true },
  );
  const cards = api.useListCardsToReplaceQuery({ params: { customerProfileId: profile.id } });
  const reach = useReach(profile);
  // What is owed and which cards end stands above the visits, which would jump.
  const isKnown = (asked: { data?: unknown; error?: unknown }) => asked.data || asked.error;
  if ((!data && !error) || !isKnown(overdue) || !isKnown(cards) || !reach.isKnown) return <HomeSkeleton />;
  return (
    <>
      {overdue.error && !overdue.data && <OwedUnknown profileId={profile.id} overdue={overdue} />}
      <OverdueNotice customerProfileId={profile.id} />
      <CardsToReplace customerProfileId={profile.id} />
      <HowReached profile={reach.profile} missed="visits and bills" />
      {data?.waitingOrders.map((order) => (
        <WaitingOrder key={order.orderId} order={order} profileId={profile.id} />
      ))}
      {data ? (
        <Services home={data} profileId={profile.id} />
      ) : (
        <LoadFailed what="visits" isPending={isFetching} onRetry={() => void refetch()} />
      )}
      <DashboardLinks profile={profile} hasProduct={data?.hasProduct ?? true} />
    </>
  );
}

type OwedUnknownProps = { profileId: string; overdue: { isFetching: boolean; refetch: () => unknown } };

/** Somebody who rests until it is paid has to know of it. */
function OwedUnknown({ profileId, overdue: { isFetching, refetch } }: OwedUnknownProps) {
  return (
    <section aria-label="What you owe" className="rounded-card bg-warn-tint p-5 text-warn sm:p-7">
      <p className="mb-4">What you owe could not be loaded.</p>
      <div className="flex flex-wrap gap-3">
        <Button isPending={isFetching} onPress={() => void refetch()}>
          Try again
        </Button>
        <LinkButton to={`/customers/${profileId}/billing`} variant="secondary">
          Your bills
        </LinkButton>
      </div>
    </section>
  );
}

function Services({ home, profileId }: { home: Home; profileId: string }) {
  const { services, today, lastOfAll, hasFeed, hasProduct } = home;
  const isToCome = services.some(isLive);
  const feed = (isToCome || hasFeed) && <Feed profileId={profileId} isToCome={isToCome} />;
  if (services.length === 0) {
    return (
      <>
        {home.waitingOrders.length === 0 && (
          <NoService profileId={profileId} lastOfAll={lastOfAll} hasProduct={hasProduct} />
        )}
        {feed}
      </>
    );
  }
  return (
    <>
      {services.map((service) => (
        <Service
          key={service.engagementId}
          service={service}
          today={today}
          profileId={profileId}
          isOne={services.length === 1}
        />
      ))}
      {feed}
    </>
  );
}

type WaitingOrderProps = { order: Home['waitingOrders'][number]; profileId: string };

/** What the office asked for, and the customer has not accepted: the link that was sent may be lost. */
function WaitingOrder({ order: { orderId, productName, street }, profileId }: WaitingOrderProps) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [open, { isLoading }] = api.useOpenWaitingOrderMutation();
  return (
    <EmptyState
      title="Your service is almost ready"
      text={`We wrote down “${productName}” at ${street} for you. Look it over and choose how to pay, so that we can find you a keeper.`}
      action={
        <Button
          isPending={isLoading}
          onPress={async () => {
            const { data, error } = await open({ params: { customerProfileId: profileId, orderId } });
            if (data) await navigate(`/card-link?token=${data.token}`);
            else dispatch(failureAlert(error));
          }}
        >
          Review and accept
        </Button>
      }
    />
  );
}

type NoServiceProps = Pick<Home, 'lastOfAll' | 'hasProduct'> & { profileId: string };

/** No worker is to come: to somebody new, to somebody who left, and while nothing can be asked for. */
function NoService({ profileId, lastOfAll, hasProduct }: NoServiceProps) {
  const last = lastOfAll && `Your last visit, by ${lastOfAll.workerName}, was on ${longDayLabel(lastOfAll.date)}.`;
  const next = hasProduct
    ? lastOfAll
      ? 'Ask again whenever you like. Your yards and cards are still here.'
      : 'A keeper comes as soon as one has taken your yard. You pay only after a visit.'
    : 'We do not offer a service right now. Please look in again soon.';
  return (
    <EmptyState
      title={lastOfAll ? 'No more visits are planned' : hasProduct ? 'No visits yet' : 'Nothing to ask for yet'}
      text={[last, next].filter(Boolean).join(' ')}
      action={
        hasProduct ? (
          <LinkButton to={`/customers/${profileId}/engagements/new`}>
            {lastOfAll ? 'Ask for visits again' : 'Ask for your first visit'}
          </LinkButton>
        ) : (
          <LinkButton to="/inquiry" variant="secondary">
            Write to us
          </LinkButton>
        )
      }
    />
  );
}

/** @param isToCome else an address that was handed out can only be ended: also by who has left */
function Feed({ profileId, isToCome }: { profileId: string; isToCome: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button variant="secondary" onPress={() => setOpen(true)}>
        <CalendarPlus aria-hidden="true" className="size-5" />
        Visits in your calendar
      </Button>
      {isOpen && <FeedDialog customerProfileId={profileId} mayMake={isToCome} onClose={() => setOpen(false)} />}
    </div>
  );
}

type ServiceProps = { service: ServiceAtHome; today: CalendarDay; profileId: string; isOne: boolean };

function Service({ service, today, profileId, isOne }: ServiceProps) {
  const { engagementId, yard, productName, priceToAgreeTo, next, failed, unfinished, last, hold } = service;
  const { currentData: overdue } = api.useGetOverdueQuery({ params: { customerProfileId: profileId } });
  const page = `/customers/${profileId}/engagements/${engagementId}`;
  const isToday = isSameDay(next?.date, today);
  return (
    <section
      aria-label={`${productName}, ${yard.label}`}
      className="wrap-anywhere overflow-hidden rounded-card border border-line bg-surface shadow-card"
    >
      <div className={`p-5 sm:p-8 ${isToday ? 'on-evergreen-band' : 'bg-sunken'}`}>
        <p className={isToday ? 'text-on-evergreen-soft' : 'text-ink-soft'}>{cardTitle(service, isOne)}</p>
        <h2 className="mt-1 text-3xl">{nextTitle(service, today, overdue?.amount)}</h2>
        {/* It changes by itself while the page is open. */}
        <p aria-live="polite" className="mt-2 text-lg">
          {next ? nextWords(next, today) : whyNoVisit(service)}
        </p>
        {next?.between && <p className="mt-1 font-bold text-lg">{betweenLabel(next.between)}</p>}
      </div>
      <div className="grid gap-6 p-5 sm:p-8">
        {priceToAgreeTo !== null && (
          <div className="rounded-control bg-warn-tint p-4 text-warn">
            <p className="mb-3">
              A visit costs {moneyLabel(priceToAgreeTo)} now. We look for a keeper as soon as you agree to it.
            </p>
            <LinkButton to={page}>See the new price</LinkButton>
          </div>
        )}
        {unfinished && (
          <p className="rounded-control bg-warn-tint p-4 text-warn">
            {unfinished.workerName} began the visit of {longDayLabel(unfinished.date)} and has not finished it yet. We
            look into it.
          </p>
        )}
        {failed && (
          <p className="rounded-control bg-warn-tint p-4 text-warn">
            {failed.kind === 'missed' ? 'Nobody came' : 'We could not clean up'} on {longDayLabel(failed.date)}
            {failed.reason ? `: ${failed.reason}` : '.'}
            {failed.kind === 'missed' && ' That visit is not charged.'}
          </p>
        )}
        <div className="grid gap-6 md:grid-cols-2">
          {last && <LastVisit last={last} today={today} />}
          <YardNotes yard={yard} profileId={profileId} />
        </div>
        <Actions service={service} today={today} page={page} />
        {hold && (
          <p className="text-ink-soft">
            No visits from {longDayLabel(hold.firstDay)} to {longDayLabel(hold.lastDay)}.{' '}
            <Link to={page} className={textLinkClass}>
              End it or change it
            </Link>
          </p>
        )}
      </div>
    </section>
  );
}

function LastVisit({ last, today }: { last: NonNullable<ServiceAtHome['last']>; today: CalendarDay }) {
  const day = isSameDay(last.date, today) ? 'Today' : dayLabel(plainDate(last.date));
  return (
    <div>
      <h3 className="text-lg">Last visit</h3>
      <p className="mt-1">
        {day}
        {last.completedAt && ` at ${timeLabel(last.completedAt)}`}, by {last.workerName}
      </p>
      <VisitPhotos photos={last.photos} date={last.date} />
    </div>
  );
}

function YardNotes({ yard, profileId }: { yard: ServiceAtHome['yard']; profileId: string }) {
  const { gateNotes, dogNotes, noAccessOn } = yard;
  const hasNotes = gateNotes || dogNotes;
  return (
    <div>
      <h3 className="text-lg">Gate and dogs</h3>
      {noAccessOn && (
        <p className="mt-1 font-bold text-warn">
          {wayInDoubt(noAccessOn)} {hasNotes && 'Is this still right?'}
        </p>
      )}
      {!hasNotes && <p className="mt-1 text-ink-soft">Tell your keeper how to get in, and who barks.</p>}
      {gateNotes && (
        <p className="mt-1 flex gap-2 whitespace-pre-line">
          <KeyRound aria-label="Gate:" className="mt-1 size-4 shrink-0" />
          {gateNotes}
        </p>
      )}
      {dogNotes && (
        <p className="mt-1 flex gap-2 whitespace-pre-line">
          <Dog aria-label="Dogs:" className="mt-1 size-4 shrink-0" />
          {dogNotes}
        </p>
      )}
      <Link
        to={`/profiles/${profileId}/address/${yard.id}`}
        className={`${textLinkClass} mt-2 inline-flex min-h-11 items-center`}
      >
        {hasNotes ? (noAccessOn ? 'Say so, or change it' : 'Change') : 'Add'}
        <span className="sr-only"> gate and dogs of {yard.label}</span>
      </Link>
    </div>
  );
}

function Actions({ service, today, page }: { service: ServiceAtHome; today: CalendarDay; page: string }) {
  const [isGoingAway, setGoingAway] = useState(false);
  return (
    <div className="flex flex-wrap gap-3">
      <Link to={page} className={buttonClass('secondary')}>
        {actionWords(service)}
      </Link>
      {/* Of what has no visits to come, none can be skipped. */}
      {isActive(service) && (
        <Button variant="quiet" onPress={() => setGoingAway(true)}>
          Going away?
        </Button>
      )}
      {isGoingAway && (
        <AwayDialog
          engagementId={service.engagementId}
          service={`${service.productName}, ${service.yard.label}`}
          isCustomer
          isPaused={service.status === 'ENGAGEMENT_STATUS_PAUSED'}
          today={today}
          onClose={() => setGoingAway(false)}
        />
      )}
    </div>
  );
}
