import type { Letter } from '../letter.ts';
import { type About, rhythmLetter } from './shared/rhythm.ts';

/** Tells a worker that a wish was taken back. */
export const rhythmWithdrawnLetter = (about: About): Letter => offLetter(about, 'All stays as it is.');

function offLetter(about: About, more: string): Letter {
  const first = `${about.customerName} does not want another rhythm at ${about.street} anymore.`;
  const values = { name: about.firstName, customer: about.customerName, street: about.street };
  return {
    ...rhythmLetter(about, `All stays at ${about.street}`, [first, more], 'See your plan'),
    wording: { name: 'workerRhythmOffWords', values, mail: [more], text: [more] },
  };
}
