import type { DaysAway } from '#domain/away-news.ts';
import { dayLabel } from '#domain/calendar.ts';
import type { Letter } from '../letter.ts';
import type { About } from './days-away.ts';

/** Reminds a customer that visits are about to go on. @param next the first of them; undefined when none is planned */
export function holdReminderLetter(
  about: Omit<About, 'next' | 'back'>,
  { lastDay }: DaysAway,
  next: Temporal.PlainDate | undefined,
): Letter {
  const from = dayLabel(lastDay.add({ days: 1 }));
  const when = next ? [`The next one is on ${dayLabel(next)}.`] : [];
  const longer = 'If you stay away longer, tell us on the page of your service.';
  const first = [`your visits at ${about.street} resume on ${from}.`, ...when].join(' ');
  return {
    subject: `Your visits resume on ${from}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, longer],
    action: { label: 'See your next visits', url: about.url },
    short: `%businessName%: ${first} ${about.url}`,
    wording: {
      name: 'goOnWords',
      values: { name: about.firstName, street: about.street, day: from },
      mail: [...when, longer],
      text: when,
    },
  };
}
