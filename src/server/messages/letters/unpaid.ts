import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';
import { type Named, onDays } from './shared/bill.ts';

/**
 * For the worker.
 * @param share cents that would have been the worker's
 * @param days those of the visits
 */
export function unpaidLetter(
  { firstName }: Named,
  share: number,
  days: readonly Temporal.PlainDate[],
  reason?: string,
): Letter {
  const money = moneyLabel(share);
  const [first, ...more] = days;
  const visits = first ? `your visit${more.length > 0 ? 's' : ''} ${onDays([first, ...more])}` : 'a visit of yours';
  return {
    subject: `${money} will not be paid`,
    paragraphs: [
      `Hi ${firstName}, the customer does not pay for ${visits}, so the ${money} that you were to get for it will not come.`,
      ...(reason === undefined ? [] : [`The reason: ${reason}`]),
      'If you think that this is wrong, please reply to this email.',
    ],
    short: `%businessName%: the customer does not pay for ${visits}, so ${money} of your pay will not come.`,
  };
}
