import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';

type About = { firstName: string; productName: string; street: string; rhythm: string; price: number };

/**
 * The letter with an order's link. A text may reach a stranger whose number was mistyped, so it says little.
 * @param about `price` of a visit as it was told, integer cents
 * @param days how long the link works
 * @param isReminder whether it was sent before
 */
export const orderLetter = (
  { firstName, productName, street, rhythm, price }: About,
  { url, days, isReminder }: { url: string; days: number; isReminder: boolean },
): Letter => {
  const ask = [
    'Please look it over, agree and save a card: then we look for somebody who comes to your yard. Nothing is charged before a visit is done.',
    `The link works for ${days} days. If you did not ask for this, you can ignore this email, and nothing happens.`,
  ];
  return {
    subject: isReminder ? 'Your yard service waits for you' : 'Please confirm your yard service',
    paragraphs: [
      isReminder
        ? `Hi ${firstName}, the service that you asked us for waits for your yes.`
        : `Hi ${firstName}, thank you for talking with us. We have written down what you asked for.`,
      ...ask,
    ],
    facts: [
      ['What', productName],
      ['Where', street],
      ['How often', rhythm],
      ['Price of a visit', moneyLabel(price)],
    ],
    action: { label: 'Look it over', url },
    short: isReminder
      ? `%businessName%: your yard service waits for your yes and a card: ${url}`
      : `%businessName%: thank you for your call, ${firstName}. Please confirm your yard service and save a card: ${url}`,
    cuttable: firstName,
    wording: {
      name: isReminder ? 'orderReminderWords' : 'orderWords',
      values: { name: firstName, service: productName, street },
      mail: ask,
      text: [],
    },
  };
};
