import { awayNews } from '#domain/away-news.ts';
import { isActive, isProposal } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { firstDates, isDueOn } from '#domain/schedule-rules.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { firstDayToCome, visitClass } from '#domain/visit-class.ts';
import type { VisitPlan } from '#domain/visit-plan.ts';
import type { engagementParties } from '../engagements/parties.ts';
import { type Schedule, workerOn } from '../engagements/schedule.ts';
import type { Letter } from '../messages/letter.ts';
import { type Recipient, workOn } from '../messages/service.ts';
import type { World } from '../world.ts';
import { awayEndedLetter, customerAwayLetter, workerAwayLetter } from './letters.ts';

type Day = Temporal.PlainDate;
type Parties = Awaited<ReturnType<typeof engagementParties>>;
type Telling = {
  schedule: Schedule;
  parties: Parties;
  untold: { told: VisitPlan };
  is: VisitPlan;
  today: Day;
  /** The name of a worker for customers. */
  nameOf: (workerProfileId: string) => string;
};
type Visit = { day: Day; workerProfileId: string };

/**
 * @param settled the visits that are begun or were taken off
 * @returns the visits on days that are no days away any more, as their customer and worker know them to be
 */
export function visitsBack(
  { clock }: Pick<World, 'clock'>,
  { schedule, untold: { told }, is, today }: Pick<Telling, 'schedule' | 'untold' | 'is' | 'today'>,
  settled: readonly { day: Day }[],
): Visit[] {
  const days = awayNews(awayTold(told), is.holds, today)?.back ?? [];
  const from = firstDayToCome(clock.now());
  return days.flatMap((day) => {
    const isToCome = Temporal.PlainDate.compare(from, day) <= 0 && !settled.some((one) => one.day.equals(day));
    const workerProfileId = isToCome && isDueOn(day, schedule) ? workerOn(schedule, day) : null;
    return isActive(schedule.engagement) && workerProfileId ? [{ day, workerProfileId }] : [];
  });
}

const awayTold = ({ away, holds }: VisitPlan) => away ?? holds;

/** Among how many visits to come the next one of a worker is looked for. */
const visitsLookedAt = 20;

/**
 * What customer and worker read of days away: all that stand, and which visits there are again, or when the next one is, whatever
 * they have read before. Who is given the service reads it with that.
 * @param settled the visits that are begun or were taken off
 * @param back from `visitsBack`
 */
export function awayLetters(
  world: World,
  { schedule, parties, untold: { told }, is, today, nameOf }: Telling,
  settled: readonly { day: Day }[],
  back: readonly Visit[],
) {
  const away = awayNews(awayTold(told), is.holds, today);
  if (!away) return { messages: [], visitsTold: [], firstDay: undefined };
  const { customer, worker, yard: street, url, status } = parties;
  const isSettled = (date: Day) => settled.some(({ day }) => day.equals(date));
  const from = firstDayToCome(world.clock.now());
  const nextDays = isActive({ status }) ? firstDates(schedule, from, visitsLookedAt, isSettled) : [];
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
  const [next] = nextDays;
  const groups = Object.entries(Object.groupBy(back, ({ workerProfileId }) => workerProfileId));
  const of = groups.map(([maker, visits = []]) => ({ maker, days: visits.map(({ day }) => day) }));
  const toAll = of.map(({ maker, days }) => ({ workerName: nameOf(maker), days }));
  const about = { ...shared, firstName: customer.firstName, url, next, back: toAll };
  const toCustomer = message(
    'customer',
    customer,
    away.isMore ? customerAwayLetter(about, away.standing) : ended(about, 'See your next visits'),
  );
  const maker = next && workerOn(schedule, next);
  const news = {
    visitsTold: back.length === 0 && maker ? [{ day: next, workerProfileId: maker }] : back,
    firstDay: away.first,
  };
  if (!worker || told.workerProfileId !== worker.profileId) return { ...news, messages: [toCustomer] };
  const own = {
    ...shared,
    firstName: worker.firstName,
    url: `${world.publicUrl}/worker/${worker.profileId}/itinerary`,
    next: nextDays.find((day) => workerOn(schedule, day) === worker.profileId),
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
