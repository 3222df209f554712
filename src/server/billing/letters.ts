import { businessDay, dayLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../messages/letter.ts';

type Reader = { firstName: string };

function listDays(days: Temporal.PlainDate[]): string {
  return new Intl.ListFormat('en-US').format(days.map(dayLabel));
}

/** @param days the visits it was for */
export function receiptLetter({ firstName }: Reader, amount: number, days: Temporal.PlainDate[]): Letter {
  const visits = days.length === 1 ? 'your visit on' : `your ${days.length} visits on`;
  return {
    subject: `Your receipt: ${moneyLabel(amount)}`,
    paragraphs: [
      `Hi ${firstName}, thank you for being with us.`,
      `We charged ${moneyLabel(amount)} to your saved card for ${visits} ${listDays(days)}.`,
      'It is paid, and there is nothing you need to do.',
    ],
    short: `Yardpack: ${moneyLabel(amount)} paid for ${visits} ${listDays(days)}. Thank you!`,
  };
}

/** @param next when it is tried again */
export function declinedLetter({ firstName }: Reader, amount: number, next: Temporal.Instant, url: string): Letter {
  const day = dayLabel(businessDay(next));
  return {
    subject: `Your card was declined for ${moneyLabel(amount)}`,
    paragraphs: [
      `Hi ${firstName}, we could not charge ${moneyLabel(amount)} to your saved card: your bank declined it. Nothing was taken.`,
      `We will try again on ${day}. If the card is out of date, please add another one and choose it for your engagement before then.`,
    ],
    action: { label: 'Check your cards', url },
    short: `Yardpack: your card was declined for ${moneyLabel(amount)}. We try again on ${day}. Check your cards: ${url}`,
  };
}

/** @param paused whether visits were due that are not, now */
export function givenUpLetter({ firstName }: Reader, amount: number, paused: boolean, url: string): Letter {
  return {
    subject: paused ? 'Your visits are paused' : `We could not charge ${moneyLabel(amount)}`,
    paragraphs: [
      `Hi ${firstName}, we tried four times to charge ${moneyLabel(amount)} to your saved card and it was declined each time. Nothing was taken.`,
      paused
        ? 'We have paused your visits for now. To start them again, please add a card that works, choose it for your engagement and resume it.'
        : 'The amount is still open. Please add a card that works and write to us, then we will try again.',
    ],
    action: { label: 'Add another card', url },
    short: `Yardpack: ${moneyLabel(amount)} could not be charged${paused ? ', so your visits are paused' : ''}. Add another card: ${url}`,
  };
}

/** @param days how long it can be confirmed */
export function confirmLetter({ firstName }: Reader, amount: number, url: string, days: number): Letter {
  return {
    subject: `Please confirm your payment of ${moneyLabel(amount)}`,
    paragraphs: [
      `Hi ${firstName}, your bank wants to hear from you before it pays ${moneyLabel(amount)} for your yard. Nothing was taken yet.`,
      `Please sign in and confirm the payment within ${days} days.`,
    ],
    action: { label: 'Confirm the payment', url },
    short: `Yardpack: your bank asks you to confirm a payment of ${moneyLabel(amount)}: ${url}`,
  };
}
