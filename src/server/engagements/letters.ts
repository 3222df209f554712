import { dayLabel, type WeekDay } from '#domain/calendar.ts';
import type { EngagementActor } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { enumLabel, listLabel, moneyLabel } from '#domain/labels.ts';
import { type WordedMessage, type WordValues, wordingOf } from '#domain/message-words.ts';
import { rhythmLabel } from '#domain/schedule-rules.ts';
import type { Letter } from '../messages/letter.ts';

type About = { firstName: string; productName: string; street: string; workerName: string; url: string };

type Days = { weekDays: readonly WeekDay[]; interval: number; first: Temporal.PlainDate | undefined };

/**
 * Tells a customer who comes, on which weekdays, and from when on.
 * @param about `yard` is its street, with the service where a text has to say which
 * @param days `interval` in weeks; `first`, the first visit of who comes now
 */
export function acceptedLetter(about: About & { yard: string }, { weekDays, interval, first }: Days): Letter {
  const { firstName, productName, street, yard, workerName, url } = about;
  const names = listLabel(weekDays.map((day) => enumLabel(day)));
  const when = names && interval > 1 ? `${names}, every ${interval} weeks` : names;
  const days = weekDays.length === 1 ? 'day' : 'days';
  const are = weekDays.length === 1 ? 'is' : 'are';
  const schedule =
    when === ''
      ? `${workerName} is choosing your day now. You will see it on the page of your service.`
      : `Your ${days} ${are} ${when}.${first ? ` ${workerName} comes for the first time on ${dayLabel(first)}.` : ''} We tell you when ${workerName} is on the way.`;
  const shortly = when === '' ? [] : [`Your ${days}: ${when}${first ? `, first on ${dayLabel(first)}` : ''}.`];
  return {
    subject: `${workerName} will take care of your yard`,
    paragraphs: [`Hi ${firstName}, good news: ${workerName} takes care of “${productName}” at ${street}.`, schedule],
    facts: [
      ['What', productName],
      ['Where', street],
      ...(when === '' ? [] : [['When', when] as const]),
      ['Who comes', workerName],
    ],
    action: { label: 'See your service', url },
    short: `%businessName%: good news, ${workerName} will take care of your yard at ${yard}. ${[...shortly, url].join(' ')}`,
    wording: {
      name: 'acceptedWords',
      values: { name: firstName, worker: workerName, street: yard, service: productName },
      mail: [schedule],
      text: shortly,
    },
  };
}

/**
 * Tells a customer of every other week that the visits are in the other weeks now.
 * @param dates the first ones; none without weekdays
 * @param instead the first one as it was before
 */
export function otherWeekLetter(
  about: About,
  dates: readonly Temporal.PlainDate[],
  instead: Temporal.PlainDate | undefined,
): Letter {
  const { firstName, productName, street, workerName, url } = about;
  const first = `your visits at ${street} are in the other weeks now`;
  const when = listLabel(dates.map(dayLabel));
  const from = dates[0] && instead ? `, beginning on ${dayLabel(dates[0])} instead of ${dayLabel(instead)}` : '';
  const next = when === '' ? 'You find the days on the page of your service.' : `Your first visits: ${when}.`;
  return {
    subject: 'Your visits are in the other weeks now',
    paragraphs: [`Hi ${firstName}, ${first}: ${workerName} comes every 2 weeks still${from}.`, next],
    wording: {
      name: 'otherWeekWords',
      values: { name: firstName, worker: workerName, street, service: productName },
      mail: [next],
      text: when === '' ? [] : [`First visits: ${when}.`],
    },
    facts: [
      ['What', productName],
      ['Where', street],
    ],
    action: { label: 'See your next visits', url },
    short: `%businessName%: ${first}.${when === '' ? '' : ` First visits: ${when}.`} ${url}`,
  };
}

/** Tells a customer that nobody has accepted a service for days. */
export function unclaimedLetter(about: Omit<StatusAbout, 'customerName'>, since: Temporal.PlainDate): Letter {
  const written = letter(
    about,
    'Wait, change or cancel',
    'We are still looking for your keeper',
    [
      `nobody has accepted ${serviceOf(about)} yet. We are still looking.`,
      'Our office sees that you wait, and looks for a keeper near you. We tell you as soon as somebody has accepted.',
      'Until then nobody comes, and nothing is charged. If you would rather not wait, you can cancel it on its page.',
    ],
    'unclaimedWords',
  );
  return { ...written, facts: [...(written.facts ?? []), ['Waits since', dayLabel(since)]] };
}

/** Tells a customer that the keeper of a paused service is gone. */
export function lostWorkerLetter(about: Omit<StatusAbout, 'customerName'>): Letter {
  return letter(
    about,
    'See your service',
    'Your keeper is no longer with us',
    [
      `the keeper of ${serviceOf(about)} is no longer with us.`,
      'It is paused, and stays so. When you resume it, we look for another keeper.',
    ],
    'lostWorkerWords',
  );
}

/** From how many days on a worker reads of all in one letter. */
const daysTogether = 4;

/** @returns the days of which a worker reads together: each by itself, unless they are many */
export const readTogether = (days: readonly Temporal.PlainDate[]): Temporal.PlainDate[][] =>
  days.length < daysTogether ? days.map((day) => [day]) : [[...days]];

const finishable = 'The visit that you have started can still be finished.';

/**
 * Tells a worker that visits are off.
 * @param dates at least one
 * @param more.why a sentence, where one says it of a single one
 * @param more.isUnderWay whether the reader has begun another one
 */
export function visitsOffLetter(
  about: StatusAbout,
  dates: readonly Temporal.PlainDate[],
  { why, isUnderWay = false }: { why?: string | undefined; isUnderWay?: boolean } = {},
): Letter {
  const day = listLabel(dates.map(dayLabel));
  const where = `${day} at ${about.street} for ${about.customerName}`;
  const areMany = dates.length > 1;
  const first = areMany ? `the visits on ${where} do not take place.` : `the visit on ${where} does not take place.`;
  const subject = areMany ? `${dates.length} visits less: ${about.street}` : `A visit less on ${day}: ${about.street}`;
  return letter(about, 'See your itinerary', subject, [
    why ? `${first} ${why}` : first,
    'You do not have to come.',
    ...(isUnderWay ? [finishable] : []),
  ]);
}

/** Tells a worker who has begun a visit for another worker, and has no other to come, that the service has ended. */
export const endedUnderWayLetter = (about: StatusAbout, to: EngagementStatus): Letter =>
  letter(about, 'See your itinerary', `${enumLabel(to)}: ${about.street}`, [
    `${serviceOf(about)} for ${about.customerName} is ${wordOf(to)}. ${finishable}`,
  ]);

type Service = { productName: string; street: string };

/** What the letters about a transition speak of; `url` is the reader's page to go to. */
type StatusAbout = Service & { firstName: string; customerName: string; url: string };

/**
 * What a customer is told besides of a transition: cents that were not paid yet, the first visit that is due again, and the other
 * rhythm that is wanted.
 */
type Following = Owing & { next: Temporal.PlainDate | undefined; wish?: Rhythm | undefined };
/** @property waits whether the text is read hours later only, when all may be paid */
type Owing = { owing: number; isUnderWay?: boolean; waits?: boolean };
type Rhythm = Parameters<typeof rhythmLabel>[0];

/** What the customer is told, of their own doing too. */
export function customerStatusLetter(
  to: EngagementStatus,
  actor: EngagementActor,
  about: StatusAbout,
  { next, wish, ...owing }: Following,
): Letter | undefined {
  const isOwn = actor === 'customer';
  const service = serviceOf(about);
  switch (to) {
    case 'ENGAGEMENT_STATUS_PROPOSED':
      return searchingLetter(about, wish);
    case 'ENGAGEMENT_STATUS_PAUSED':
      // Of a pause for want of payment the bill's own letter tells.
      if (actor === 'system') return undefined;
      if (isOwn) {
        const untilThen = 'From now on nobody comes, and nothing new is charged, until you resume it.';
        const sentences = [`you have paused ${service}.`, untilThen, stillCharged(owing)] as const;
        const said = ['Nobody comes until you resume it.', stillOwed(owing)];
        return confirmation(about, 'You have paused your visits', sentences, said, 'ownPauseWords');
      }
      return letter(
        about,
        'See your service',
        'Your visits are paused',
        [`we have paused ${service}.`, 'Nobody comes, and nothing new is charged, until it goes on.'],
        'pausedWords',
      );
    case 'ENGAGEMENT_STATUS_ACCEPTED':
    case 'ENGAGEMENT_STATUS_RUNNING':
      return goOnLetter({ ...about, services: [about], searched: [], next });
    case 'ENGAGEMENT_STATUS_CANCELLED':
    case 'ENGAGEMENT_STATUS_COMPLETED':
      if (isOwn) {
        const sentences = [`you have cancelled ${service}.`, 'From now on nobody comes.', stillCharged(owing)] as const;
        const said = ['Nobody comes any more.', stillOwed(owing)];
        return confirmation(about, 'You have cancelled your service', sentences, said);
      }
      return letter(about, 'See your service', `Your service is ${wordOf(to)}`, [
        `${service} is ${wordOf(to)}. There are no more visits.`,
        stillCharged(owing),
      ]);
    default:
      return undefined;
  }
}

function searchingLetter(about: StatusAbout, wish: Rhythm | undefined): Letter {
  const first = `we are looking for another keeper for ${serviceOf(about)}.`;
  const asked = wish ? [`Your other rhythm is asked of that one: ${rhythmLabel(wish)}.`] : [];
  const said = ['Until we have one, nobody comes.', ...asked];
  const more = 'We tell you as soon as somebody has accepted. Until then nobody comes, and nothing new is charged.';
  const written = letter(
    about,
    'See your service',
    'We are looking for another keeper',
    [first, more, ...asked],
    'searchingWords',
  );
  return {
    ...written,
    short: ['%businessName%:', first, ...said, about.url].join(' '),
    ...(written.wording && { wording: { ...written.wording, text: said } }),
  };
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
  const written = letter(about, 'See your service', subject, [first, ...more], name);
  return {
    ...written,
    short: ['%businessName%:', first, ...said].join(' '),
    ...(written.wording && { wording: { ...written.wording, text: said } }),
  };
}

function stillOwed({ owing, isUnderWay = false, waits = false }: Owing): string {
  if (owing === 0) return `Nothing is owed.${isUnderWay ? ' The visit under way is finished and charged.' : ''}`;
  if (waits) return `Visits that were made${isUnderWay ? ', and the visit under way,' : ''} are charged as agreed.`;
  return `Still to be paid: ${moneyLabel(owing)}${isUnderWay ? ', and the visit under way' : ''}.`;
}

/** Most of the time nothing is open, so that only what was made since the last bill is said. */
const stillCharged = ({ owing, isUnderWay }: Owing) =>
  `${owing > 0 ? `Visits that were made are charged as agreed: ${moneyLabel(owing)} is still to be paid.` : 'Nothing is owed.'}${isUnderWay ? ' The visit that is under way is finished and charged.' : ''}`;

/**
 * What the worker is told who holds the engagement, or has held it until now.
 * @param started what has become of a visit that the worker has begun; undefined when there is none
 */
export function workerStatusLetter(
  to: EngagementStatus,
  actor: EngagementActor,
  about: StatusAbout,
  started?: 'under-way' | 'off',
): Letter | undefined {
  if (actor === 'worker') return undefined;
  const service = serviceOf(about);
  const by = (done: string) => (actor === 'customer' ? `${about.customerName} has ${done} ${service}.` : undefined);
  const off = 'The visit of today that you have started is off, too: you do not have to come.';
  const saidOfStarted = started ? ` ${started === 'off' ? off : finishable}` : '';
  switch (to) {
    case 'ENGAGEMENT_STATUS_PROPOSED':
      return letter(
        about,
        'See your plan',
        `You no longer have ${about.street}`,
        [`${service} is open to other keepers again, and out of your plan.`],
        'workerReleasedWords',
      );
    case 'ENGAGEMENT_STATUS_PAUSED':
      return pausedLetter({ ...about, services: [about] }, by('paused'));
    case 'ENGAGEMENT_STATUS_ACCEPTED':
    case 'ENGAGEMENT_STATUS_RUNNING':
      return onAgainLetter({ ...about, services: [about] }, by('resumed'));
    case 'ENGAGEMENT_STATUS_CANCELLED':
    case 'ENGAGEMENT_STATUS_COMPLETED':
      return letter(
        about,
        'See your plan',
        `${enumLabel(to)}: ${about.street}`,
        [
          by(wordOf(to)) ?? `${service} is ${wordOf(to)}.`,
          `There are no more visits, and it is out of your plan.${saidOfStarted}`,
        ],
        actor === 'customer' ? 'workerCancelledWords' : undefined,
      );
    default:
      return undefined;
  }
}

/**
 * Tells a worker that a service has ended whose customer was erased before they had read of it: the letter names nobody.
 * @param about `url` is the plan of the reader
 */
export function endedNamelessLetter(
  about: Pick<About, 'firstName' | 'productName' | 'url'> & { city: string; weekDays: readonly WeekDay[] },
): Letter {
  const days = listLabel(about.weekDays.map((day) => enumLabel(day)));
  const where = `“${about.productName}” in ${about.city}${days && `, on ${days},`}`;
  return letter({ ...about, street: about.city }, 'See your plan', `A service in ${about.city} has ended`, [
    `${where} has ended: please do not go there any more.`,
    'It is out of your plan, and the data of its customer was erased.',
  ]);
}

/** As `visitsOffLetter`, of a customer who was erased: the letter names nobody. */
export function visitsOffNamelessLetter(
  about: Pick<About, 'firstName' | 'productName' | 'url'> & { city: string },
  dates: readonly Temporal.PlainDate[],
): Letter {
  const days = listLabel(dates.map(dayLabel));
  const [what, take] = dates.length === 1 ? ['the visit', 'does not take'] : ['the visits', 'do not take'];
  const subject =
    dates.length === 1 ? `A visit less on ${days}: ${about.city}` : `${dates.length} visits less: ${about.city}`;
  return letter({ ...about, street: about.city }, 'See your itinerary', subject, [
    `${what} on ${days} of “${about.productName}” in ${about.city} ${take} place: you do not have to come.`,
    'The data of the customer was erased.',
  ]);
}

/** Services that are paused, or go on, together; `url` is the reader's page to go to. */
type Together = { firstName: string; url: string; services: readonly Service[]; customerName?: string };

/**
 * Tells a customer that visits go on.
 * @param about.searched services that go on as soon as another keeper has accepted them
 * @param about.next the first visit of the only one, when it is known
 */
export function goOnLetter(
  about: Together & { searched: readonly Service[]; next?: Temporal.PlainDate | undefined },
): Letter {
  const { services, searched, next } = about;
  const days = `You find the days of your next visits on ${services.length > 1 ? 'their pages' : 'its page'}.`;
  const search = `We are looking for another keeper for ${namesOf(searched)}, and tell you as soon as somebody has accepted.`;
  return letter(
    about,
    'See your next visits',
    'Your visits go on',
    [
      goOn(services),
      next ? `Your next visit is on ${dayLabel(next)}, and each one is charged as before.` : days,
      ...(searched.length > 0 ? [search] : []),
    ],
    services.length === 1 ? 'resumedWords' : undefined,
  );
}

/** @param first the first sentence, where it says who paused the service */
export function pausedLetter(about: Together, first?: string): Letter {
  const { services } = about;
  const areMany = services.length > 1;
  return letter(
    about,
    'See your plan',
    `Paused: ${streetsOf(services)}`,
    [
      first ?? `${namesOf(services)} ${areMany ? 'are' : 'is'} paused.`,
      `No visit is due until ${areMany ? 'they go on. They keep their places' : 'it goes on. It keeps its place'} in your plan.`,
    ],
    first && 'workerPausedWords',
  );
}

/** Tells a worker that the account of a customer is open again, whose services rest still. */
export function openAgainLetter(about: Together & { customerName: string }): Letter {
  const { services, customerName } = about;
  return letter(about, 'See your plan', `Paused still: ${streetsOf(services)}`, [
    `the account of ${customerName} is open again.`,
    `${namesOf(services)} ${services.length > 1 ? 'stay' : 'stays'} paused until ${customerName} resumes ${services.length > 1 ? 'them' : 'it'}; we tell you then.`,
  ]);
}

/** @param first the first sentence, where it says who resumed the service */
export function onAgainLetter(about: Together, first?: string): Letter {
  const { services } = about;
  return letter(
    about,
    'See your plan',
    `On again: ${streetsOf(services)}`,
    [
      first ?? goOn(services),
      `${services.length > 1 ? 'Their' : 'Its'} visits are due again, on the days of your plan.`,
    ],
    first && 'workerResumedWords',
  );
}

const goOn = (services: readonly Service[]) => `${namesOf(services)} ${services.length > 1 ? 'go' : 'goes'} on.`;
const streetsOf = (services: readonly Service[]) => listLabel([...new Set(services.map(({ street }) => street))]);
const namesOf = (services: readonly Service[]) => listLabel(byName(services).map(serviceOf));
const serviceOf = ({ productName, street }: Service) => `“${productName}” at ${street}`;
const wordOf = (status: EngagementStatus) => enumLabel(status).toLowerCase();

/** @returns the services with each name once, at all its streets; several at one street are counted */
function byName(services: readonly Service[]): Service[] {
  return [...Map.groupBy(services, ({ productName }) => productName)].map(([productName, ofName]) => ({
    productName,
    street: listLabel(
      [...Map.groupBy(ofName, ({ street }) => street)].map(([street, { length }]) =>
        length > 1 ? `${street} (${length} services)` : street,
      ),
    ),
  }));
}

function letter(
  about: { firstName: string; url: string; customerName?: string } & (Service | { services: readonly Service[] }),
  label: string,
  subject: string,
  sentences: [string, ...string[]],
  name?: WordedMessage | '',
): Letter {
  const [first, ...more] = sentences;
  const service = 'services' in about ? about.services[0] : about;
  const known: WordValues = {
    name: about.firstName,
    street: service?.street ?? '',
    service: service?.productName ?? '',
    customer: about.customerName ?? '',
  };
  const values = (of: WordedMessage): WordValues =>
    Object.fromEntries(wordingOf(of).names.map((one) => [one, known[one]]));
  return {
    ...(name && { wording: { name, values: values(name), mail: more, text: [] } }),
    subject,
    paragraphs: [`Hi ${about.firstName}, ${first}`, ...more],
    facts: byName('services' in about ? about.services : [about]).flatMap(
      ({ productName, street }): [string, string][] => [
        ['What', productName],
        ['Where', street],
      ],
    ),
    action: { label, url: about.url },
    short: `%businessName%: ${first} ${about.url}`,
  };
}
