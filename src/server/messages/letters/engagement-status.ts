import type { WeekDay } from '#domain/calendar.ts';
import type { EngagementActor } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { enumLabel, listLabel, moneyLabel, statusWord } from '#domain/labels.ts';
import { onItsWaySentence } from '#domain/on-its-way.ts';
import { rhythmLabel } from '#domain/schedule-rules.ts';
import type { WordedMessage } from '#domain/worded-messages.ts';
import type { Letter } from '../letter.ts';
import { goOnLetter, onAgainLetter, pausedLetter } from './engagement-status-rest.ts';
import { type Nameless, type StatusAbout, serviceLetter, serviceOf, statusSubject } from './shared/service.ts';
import { finishable, type Started, sayStarted, sayUnderWay } from './shared/under-way.ts';

/** Tells a worker who has begun a visit, and to whom the service is not known to be theirs, that it has ended or rests. */
export const endedUnderWayLetter = (about: StatusAbout, to: EngagementStatus): Letter =>
  serviceLetter(about, 'See your itinerary', statusSubject(to, about.street), [
    `${serviceOf(about)} for ${about.customerName} is ${statusWord(to)}. ${finishable}`,
  ]);

/**
 * Tells a worker that a service has ended whose customer was erased before they had read of it: the letter names nobody.
 * @param about `url` is the plan of the reader
 */
export function endedNamelessLetter(about: Nameless & { weekDays: readonly WeekDay[] }): Letter {
  const days = listLabel(about.weekDays.map((day) => enumLabel(day)));
  const where = `“${about.productName}” in ${about.city}${days && `, on ${days},`}`;
  return serviceLetter({ ...about, street: about.city }, 'See your plan', `A service in ${about.city} has ended`, [
    `${where} has ended: please do not go there anymore.`,
    'It is out of your plan, and the data of its customer was erased.',
  ]);
}

/**
 * What a customer is told besides of a transition: cents that were not paid yet, the first visit that is due again, and the other
 * rhythm that is wanted; and whether a visit of today goes on that was begun.
 */
type Following = Owing & { next: Temporal.PlainDate | undefined; wish?: Rhythm | undefined; isMadeToday?: boolean };

/**
 * @property owing what is still to be paid, without what a bank has taken on
 * @property waits whether the text is read hours later only, when all may be paid
 */
type Owing = { owing: number; onItsWay: number; isUnderWay?: boolean; waits?: boolean };

type Rhythm = Parameters<typeof rhythmLabel>[0];

/** What the customer is told, of their own doing too. */
export function customerStatusLetter(
  to: EngagementStatus,
  actor: EngagementActor,
  about: StatusAbout,
  { next, wish, isMadeToday = false, ...owing }: Following,
): Letter | undefined {
  const isOwn = actor === 'customer';
  const service = serviceOf(about);
  const underWay = sayUnderWay(owing.isUnderWay ?? false);
  const after = owing.isUnderWay ? 'After it nobody' : 'Nobody';
  switch (to) {
    case 'ENGAGEMENT_STATUS_PROPOSED':
      return searchingLetter(about, wish, isMadeToday);
    case 'ENGAGEMENT_STATUS_PAUSED':
      // Of a pause for want of payment the bill's own letter tells.
      if (actor === 'system') return undefined;
      if (isOwn) {
        const untilThen = 'From now on nobody comes, and nothing new is charged, until you resume it.';
        const sentences = [`you have paused ${service}.`, untilThen, stillCharged(owing)] as const;
        const said = ['Nobody comes until you resume it.', stillOwed(owing)];
        return confirmation(about, 'You have paused your visits', sentences, said, 'ownPauseWords');
      }
      return serviceLetter(
        about,
        'See your service',
        'Your visits are paused',
        [`we have paused ${service}.`, ...underWay, `${after} comes, and nothing new is charged, until it resumes.`],
        'pausedWords',
        underWay,
      );
    case 'ENGAGEMENT_STATUS_ACCEPTED':
    case 'ENGAGEMENT_STATUS_RUNNING':
      return goOnLetter({ ...about, services: [about], searched: [], next });
    case 'ENGAGEMENT_STATUS_CANCELLED':
    case 'ENGAGEMENT_STATUS_COMPLETED':
      if (isOwn) {
        const sentences = [`you have canceled ${service}.`, 'From now on nobody comes.', stillCharged(owing)] as const;
        const said = ['Nobody comes anymore.', stillOwed(owing)];
        return confirmation(about, 'You have canceled your service', sentences, said);
      }
      return serviceLetter(
        about,
        'See your service',
        `Your service is ${statusWord(to)}`,
        [`${service} is ${statusWord(to)}. There are no more visits.`, stillCharged(owing)],
        '',
        underWay,
      );
    default:
      return undefined;
  }
}

function searchingLetter(about: StatusAbout, wish: Rhythm | undefined, isMadeToday: boolean): Letter {
  const first = `we are looking for another keeper for ${serviceOf(about)}.`;
  const asked = wish ? [`Your other rhythm is asked of that one: ${rhythmLabel(wish)}.`] : [];
  const made = 'The visit that has begun today is still made.';
  const said = [
    isMadeToday ? `${made} After it, until we have one, nobody comes.` : 'Until we have one, nobody comes.',
    ...asked,
  ];
  const untilThen = isMadeToday ? `${made} After it nobody comes until then` : 'Until then nobody comes';
  const more = `We tell you as soon as somebody has accepted. ${untilThen}, and nothing new is charged.`;
  const sentences: [string, ...string[]] = [first, more, ...asked];
  return serviceLetter(
    about,
    'See your service',
    'We are looking for another keeper',
    sentences,
    'searchingWords',
    said,
  );
}

/**
 * Of what somebody did on their own.
 * @param said the rest of the text, which says all of it without a link
 */
function confirmation(
  about: StatusAbout,
  subject: string,
  [first, ...more]: readonly [string, ...string[]],
  said: readonly string[],
  name?: WordedMessage,
): Letter {
  const written = serviceLetter(about, 'See your service', subject, [first, ...more], name);
  return {
    ...written,
    short: ['%businessName%:', first, ...said].join(' '),
    ...(written.wording && { wording: { ...written.wording, text: said } }),
  };
}

function stillOwed({ owing, onItsWay, isUnderWay = false, waits = false }: Owing): string {
  const coming = onItsWaySentence(onItsWay);
  if (waits && owing + onItsWay > 0)
    return `Visits that were made${isUnderWay ? ', and the visit under way,' : ''} are charged as agreed.`;
  if (owing === 0) return [coming || 'Nothing is owed.', ...sayUnderWay(isUnderWay)].join(' ');
  return `Still to be paid: ${moneyLabel(owing)}${isUnderWay ? ', and the visit under way' : ''}. ${coming}`.trim();
}

/** Most of the time nothing is open, so that only what was made since the last bill is said. */
const stillCharged = ({ owing, onItsWay, isUnderWay = false }: Owing) =>
  [
    ...(owing > 0 ? [`Visits that were made are charged as agreed: ${moneyLabel(owing)} is still to be paid.`] : []),
    onItsWaySentence(onItsWay) || (owing > 0 ? '' : 'Nothing is owed.'),
    ...sayUnderWay(isUnderWay),
  ]
    .filter(Boolean)
    .join(' ');

/**
 * What the worker is told who holds the engagement, or has held it until now.
 * @param started what has become of a visit that the worker has begun; undefined when there is none
 */
export function workerStatusLetter(
  to: EngagementStatus,
  actor: EngagementActor,
  about: StatusAbout,
  started?: Started,
): Letter | undefined {
  if (actor === 'worker') return undefined;
  const service = serviceOf(about);
  const by = (done: string) => (actor === 'customer' ? `${about.customerName} has ${done} ${service}.` : undefined);
  const saidOfStarted = sayStarted(started);
  switch (to) {
    case 'ENGAGEMENT_STATUS_PROPOSED':
      return serviceLetter(
        about,
        'See your plan',
        `You no longer have ${about.street}`,
        [`${service} is not yours anymore, and out of your plan.`],
        'workerReleasedWords',
      );
    case 'ENGAGEMENT_STATUS_PAUSED':
      return pausedLetter({ ...about, services: [about], started }, by('paused'));
    case 'ENGAGEMENT_STATUS_ACCEPTED':
    case 'ENGAGEMENT_STATUS_RUNNING':
      return onAgainLetter({ ...about, services: [about] }, by('resumed'));
    case 'ENGAGEMENT_STATUS_CANCELLED':
    case 'ENGAGEMENT_STATUS_COMPLETED':
      return serviceLetter(
        about,
        'See your plan',
        statusSubject(to, about.street),
        [
          by(statusWord(to)) ?? `${service} is ${statusWord(to)}.`,
          ['There are no more visits, and it is out of your plan.', ...saidOfStarted].join(' '),
        ],
        actor === 'customer' ? 'workerCancelledWords' : undefined,
        saidOfStarted,
      );
    default:
      return undefined;
  }
}
