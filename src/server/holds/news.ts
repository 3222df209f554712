import { awayNews } from '#domain/away-news.ts';
import { businessDay } from '#domain/calendar.ts';
import { isProposal } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import type { IsoDay } from '#domain/iso-days.ts';
import { planTold } from '#domain/known-visits.ts';
import type { Hold } from '#domain/reconcile.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { visitClass } from '#domain/visit-class.ts';
import type { Letter } from '../messages/letter.ts';
import { awayEndedLetter, customerAwayLetter, workerAwayLetter } from '../messages/letters/days-away.ts';
import { type Recipient, workOn } from '../messages/service.ts';
import type { engagementParties } from '../parties/parties.ts';
import type { Known } from '../visits/known-store.ts';
import type { World } from '../world.ts';

type Day = Temporal.PlainDate;
type Parties = Awaited<ReturnType<typeof engagementParties>>;
type Telling = {
  parties: Parties;
  known: Known;
  /** The name of a worker for customers. */
  nameOf: (workerProfileId: string) => string;
};

const dayOf = (day: IsoDay): Day => Temporal.PlainDate.from(day);
const daysOf = (holds: readonly Hold[]) =>
  holds.map(({ firstDay, lastDay }) => ({ firstDay: dayOf(firstDay), lastDay: dayOf(lastDay ?? firstDay) }));

/**
 * What customer and worker read of days away: all that stand, and which visits there are again, or when the next one is, whatever
 * they have read before. Who is given the service reads it with that.
 */
export function awayLetters(world: World, { parties, known, nameOf }: Telling) {
  const { customer, worker, yard: street, url, status } = parties;
  const { holds, holdsTold, visits, plans, isActive } = known;
  const away = awayNews(daysOf(holdsTold), daysOf(holds), businessDay(world.clock.now()));
  if (!away) return { messages: [], visitsTold: [], firstDay: undefined };
  const next = visits.flatMap(({ state, day, worker: maker }) =>
    isActive && state === 'planned' && maker && day >= known.today ? [{ day: dayOf(day), workerProfileId: maker }] : [],
  );
  const back = next.filter(({ day }) => away.back.some((one) => one.equals(day)));
  const shared = { customerName: customer.firstName, street, noVisits: noVisitsOf(status) };
  const lastDay = [away.last, ...away.standing.map((one) => one.lastDay)].sort(Temporal.PlainDate.compare).at(-1);
  const notAfter = (lastDay ?? away.last).add({ days: 1 }).toZonedDateTime(businessTimeZone).toInstant();
  const message = <Role extends 'customer' | 'worker'>(role: Role, person: Person, letter: Letter) => {
    const options =
      role === 'worker' ? workOn(world, [away.first]) : { class: visitClass(world.clock.now(), [away.first]) };
    return {
      ...({ kind: 'days-away', key: 'all' } as const),
      ...{ role, name: person.firstName, person, letter, options: { ...options, notAfter } },
    };
  };
  const ended = (about: Parameters<typeof awayEndedLetter>[0], label: string) =>
    awayEndedLetter(about, label, away.standing);
  const groups = Object.entries(Object.groupBy(back, ({ workerProfileId }) => workerProfileId));
  const of = groups.map(([maker, visits = []]) => ({ maker, days: visits.map(({ day }) => day) }));
  const toAll = of.map(({ maker, days }) => ({ workerName: nameOf(maker), days }));
  const about = { ...shared, firstName: customer.firstName, url, next: next[0]?.day, back: toAll };
  const toCustomer = message(
    'customer',
    customer,
    away.isMore ? customerAwayLetter(about, away.standing) : ended(about, 'See your next visits'),
  );
  const news = {
    visitsTold: back.length === 0 ? next.slice(0, 1) : back,
    firstDay: away.first,
  };
  if (!worker || planTold(plans)?.worker !== worker.profileId) return { ...news, messages: [toCustomer] };
  const own = {
    ...shared,
    firstName: worker.firstName,
    url: `${world.publicUrl}/worker/${worker.profileId}/itinerary`,
    next: next.find((one) => one.workerProfileId === worker.profileId)?.day,
    back: of.filter((one) => one.maker === worker.profileId).map(({ days }) => ({ days })),
  };
  const toWorker = message(
    'worker',
    worker,
    away.isMore ? workerAwayLetter(own, away.standing) : ended(own, 'See your itinerary'),
  );
  return { ...news, messages: [toCustomer, toWorker] };
}

const noVisitsOf = (status: EngagementStatus): 'paused' | 'no worker' | undefined =>
  status === 'ENGAGEMENT_STATUS_PAUSED' ? 'paused' : isProposal({ status }) ? 'no worker' : undefined;

type Person = Recipient & { profileId: string; firstName: string };
