import type { Letter } from '../letter.ts';
import { type StatusAbout, serviceLetter, serviceOf } from './shared/service.ts';

/** Tells a customer that the keeper of a paused service is gone. */
export function lostWorkerLetter(about: Omit<StatusAbout, 'customerName'>): Letter {
  return serviceLetter(
    about,
    'See your service',
    'Your keeper does not come anymore',
    [
      `the keeper of ${serviceOf(about)} does not come anymore.`,
      'It is paused, and stays so. When you resume it, we look for another keeper.',
    ],
    'lostWorkerWords',
  );
}
