import { dayLabel } from '#domain/calendar.ts';
import type { Letter } from '../letter.ts';
import { namesOf, type Service, serviceLetter, streetsOf } from './shared/service.ts';
import { type Started, sayStarted } from './shared/under-way.ts';

/** Services that are paused, or go on, together; `url` is the reader's page to go to. */
export type Together = { firstName: string; url: string; services: readonly Service[]; customerName?: string };

/**
 * Tells a customer that visits resume.
 * @param about.searched services that go on as soon as another keeper has accepted them
 * @param about.next the first visit of the only one, when it is known
 */
export function goOnLetter(
  about: Together & { searched: readonly Service[]; next?: Temporal.PlainDate | undefined },
): Letter {
  const { services, searched, next } = about;
  const days = `You find the days of your next visits on ${services.length > 1 ? 'their pages' : 'its page'}.`;
  const search = `We are looking for another keeper for ${namesOf(searched)}, and tell you as soon as somebody has accepted.`;
  return serviceLetter(
    about,
    'See your next visits',
    'Your visits resume',
    [
      goOn(services),
      next ? `Your next visit is on ${dayLabel(next)}, and each one is charged as before.` : days,
      ...(searched.length > 0 ? [search] : []),
    ],
    services.length === 1 ? 'resumedWords' : undefined,
  );
}

/**
 * @param about.started what has become of the visit of the only service that the reader has begun
 * @param about.underWay those of several of which the reader has begun a visit
 * @param first the first sentence, where it says who paused the service
 */
export function pausedLetter(
  about: Together & { started?: Started | undefined; underWay?: readonly Service[] },
  first?: string,
): Letter {
  const { services, started, underWay = [] } = about;
  const areMany = services.length > 1;
  const said =
    areMany && underWay.length > 0
      ? [`The visit that you have started at ${streetsOf(underWay)} can still be finished.`]
      : sayStarted(underWay.length > 0 ? 'under-way' : started);
  const isFinished = underWay.length > 0 || started === 'under-way';
  return serviceLetter(
    about,
    'See your plan',
    `Paused: ${streetsOf(services)}`,
    [
      first ?? `${namesOf(services)} ${areMany ? 'are' : 'is'} paused.`,
      ...said,
      `${isFinished ? 'After it no' : 'No'} visit is due until ${areMany ? 'they resume. They keep their places' : 'it resumes. It keeps its place'} in your plan.`,
    ],
    first && 'workerPausedWords',
    said,
  );
}

/** @param first the first sentence, where it says who resumed the service */
export function onAgainLetter(about: Together, first?: string): Letter {
  const { services } = about;
  return serviceLetter(
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

const goOn = (services: readonly Service[]) => `${namesOf(services)} ${services.length > 1 ? 'have' : 'has'} resumed.`;
