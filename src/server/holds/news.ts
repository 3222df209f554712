import { awayNews } from '#domain/away-news.ts';
import { isActive, isProposal } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { firstDates } from '#domain/schedule-rules.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import type { VisitPlan } from '#domain/told-plan.ts';
import { firstDayToCome, visitClass } from '#domain/visit-class.ts';
import type { engagementParties } from '../engagements/parties.ts';
import { type Schedule, workerOn } from '../engagements/schedule.ts';
import type { Letter } from '../messages/letter.ts';
import { type Recipient, workOn } from '../messages/service.ts';
import type { World } from '../world.ts';
import { awayEndedLetter, customerAwayLetter, workerAwayLetter } from './letters.ts';

type Day = Temporal.PlainDate;
type Parties = Awaited<ReturnType<typeof engagementParties>>;
type Telling = { schedule: Schedule; parties: Parties; untold: { told: VisitPlan }; is: VisitPlan; today: Day };

/** Among how many visits to come the next one of a worker is looked for. */
const visitsLookedAt = 20;

/**
 * What customer and worker read of days away: all that stand, and when the next visit is, whatever they have read before. Who is
 * given the service reads it with that.
 * @param settled the visits that are begun or were taken off
 */
export function awayLetters(
  world: World,
  { schedule, parties, untold: { told }, is, today }: Telling,
  settled: readonly { day: Day }[],
) {
  const away = awayNews(told.away ?? told.holds, is.holds, today);
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
  const about = { ...shared, firstName: customer.firstName, url, next };
  const toCustomer = message(
    'customer',
    customer,
    away.isMore ? customerAwayLetter(about, away.standing) : ended(about, 'See your next visits'),
  );
  const maker = next && workerOn(schedule, next);
  const news = {
    visitsTold: maker ? [{ day: next, workerProfileId: maker }] : [],
    firstDay: away.first,
  };
  if (!worker || told.workerProfileId !== worker.profileId) return { ...news, messages: [toCustomer] };
  const own = {
    ...shared,
    firstName: worker.firstName,
    url: `${world.publicUrl}/worker/${worker.profileId}/itinerary`,
    next: nextDays.find((day) => workerOn(schedule, day) === worker.profileId),
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
