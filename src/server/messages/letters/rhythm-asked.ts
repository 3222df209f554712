import { type Rhythm, rhythmLabel } from '#domain/schedule-rules.ts';
import type { Letter } from '../letter.ts';
import { type About, rhythmLetter } from './shared/rhythm.ts';

/** Asks a worker whether another rhythm can be. */
export function rhythmAskedLetter(about: About, rhythm: Rhythm): Letter {
  const first = `${about.customerName} would like ${rhythmLabel(rhythm)}, at ${about.street}.`;
  const more = 'Please accept it, or release the service. Until then, all stays as it is.';
  return {
    ...rhythmLetter(about, `Another rhythm at ${about.street}?`, [first, more], 'See what is asked'),
    wording: {
      name: 'workerRhythmWords',
      values: {
        name: about.firstName,
        customer: about.customerName,
        street: about.street,
        rhythm: rhythmLabel(rhythm),
      },
      mail: [more],
      text: [more],
    },
  };
}

/** Confirms to a customer what was asked for on the phone. */
export function rhythmAskedForYouLetter(about: About, rhythm: Rhythm): Letter {
  const first = `we have asked your keeper for ${rhythmLabel(rhythm)}, at ${about.street}.`;
  const more = 'The price of a visit stays. Until your keeper accepts, all stays as it is.';
  const values = { name: about.firstName, street: about.street, rhythm: rhythmLabel(rhythm) };
  return {
    ...rhythmLetter(about, 'Your other rhythm is asked for', [first, more], 'See your service'),
    wording: { name: 'rhythmAskedWords', values, mail: [more], text: [more] },
  };
}
