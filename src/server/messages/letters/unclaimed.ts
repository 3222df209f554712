import { dayLabel } from '#domain/calendar.ts';
import type { Letter } from '../letter.ts';
import { type StatusAbout, serviceLetter, serviceOf } from './shared/service.ts';

/** Tells a customer that nobody has accepted a service for days. */
export function unclaimedLetter(about: Omit<StatusAbout, 'customerName'>, since: Temporal.PlainDate): Letter {
  const written = serviceLetter(
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
