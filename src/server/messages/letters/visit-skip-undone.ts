import { dayLabel } from '#domain/calendar.ts';
import type { Letter } from '../letter.ts';
import { type About, factsOf } from './shared/skip.ts';

/**
 * Tells a customer or a worker that a skip was undone.
 * @param isOver whether the visit's day is over: a visit that was begun then may still be finished
 * @param isBegun whether it is today's, and its worker had begun it before they knew
 */
export function undoneLetter(
  about: About,
  { label, isOver, isBegun = false }: { label: string; isOver: boolean; isBegun?: boolean },
): Letter {
  const day = dayLabel(about.date);
  const on = isBegun ? `today, ${day},` : `on ${day}`;
  const first = isOver
    ? `we take back that the visit on ${day} at ${about.street} could not be done.`
    : `the visit ${on} at ${about.street} takes place after all.`;
  const next = isOver
    ? 'You hear from us when it is finished, and only then it is charged.'
    : isBegun
      ? `${about.workerName} had begun before it was changed.`
      : 'It had been skipped, and that was taken back.';
  return {
    subject: isOver ? `Not given up: the visit on ${day}` : `On again: the visit on ${day}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, next],
    facts: factsOf(about),
    action: { label, url: about.url },
    short: `%businessName%: ${first} ${about.url}`,
    ...(!isOver && {
      wording: {
        name: 'takesPlaceWords',
        values: { name: about.firstName, street: about.street, day },
        mail: [next],
        text: [],
      },
    }),
  };
}
