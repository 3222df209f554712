import type { Letter } from '../letter.ts';
import { type About, rhythmLetter } from './shared/rhythm.ts';

/**
 * Tells a worker that a rhythm was taken back that they have accepted.
 * @param days for example 'Tuesday and Thursday'
 * @param hasWish whether a newer wish waits for the worker's answer
 */
export const rhythmBackLetter = (about: About, days: string, hasWish = false): Letter =>
  rhythmLetter(
    about,
    `Schedule change taken back at ${about.street}`,
    [
      `${about.customerName} took back the schedule change at ${about.street} that you accepted.`,
      `You keep coming on ${days}. The price of a visit stays.${hasWish ? ' Their newer request still waits for your answer.' : ''}`,
    ],
    'See your plan',
  );
