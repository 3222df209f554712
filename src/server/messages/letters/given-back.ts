import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';
import { because, type Refund } from './refund.ts';
import { type Named, onDays } from './shared/bill.ts';

/** @param days those of the visits that were paid for */
export function givenBackLetter(
  { firstName }: Named,
  { amount, reason }: Pick<Refund, 'amount' | 'reason'>,
  days: readonly Temporal.PlainDate[],
  isTip: boolean,
): Letter {
  const money = moneyLabel(amount);
  const [first, ...more] = days;
  const of = isTip ? 'the tip for ' : '';
  const visits = `${of}${first ? `your visit${more.length > 0 ? 's' : ''} ${onDays([first, ...more])}` : 'a visit of yours'}`;
  return {
    subject: `${money} of your pay goes back`,
    paragraphs: [
      `Hi ${firstName}, the customer got money back for ${visits}, and ${money} of your pay goes back with it.`,
      ...because(reason),
      'It is taken from your balance at Stripe. If you think that this is wrong, please reply to this email.',
    ],
    short: `%businessName%: the customer got money back for ${visits}; ${money} of your pay goes back with it.`,
  };
}
