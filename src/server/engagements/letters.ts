import type { WeekDay } from '#domain/calendar.ts';
import { enumLabel, moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../messages/letter.ts';

type About = { firstName: string; productName: string; street: string; workerName: string; url: string };

/** Tells a customer who comes, and on which weekdays. */
export function acceptedLetter(about: About, weekDays: readonly WeekDay[]): Letter {
  const { firstName, productName, street, workerName, url } = about;
  const when = weekDays.map((day) => enumLabel(day)).join(' and ');
  return {
    subject: `${workerName} will take care of your yard`,
    paragraphs: [
      `Hi ${firstName}, good news: ${workerName} has accepted “${productName}” at ${street}.`,
      when === ''
        ? `${workerName} is choosing your day now. You will see it on the page of your service.`
        : `Your day is ${when}. We tell you when ${workerName} is on the way.`,
    ],
    action: { label: 'See your service', url },
    short: `Good news: ${workerName} has accepted “${productName}” at ${street}.${when === '' ? '' : ` Your day: ${when}.`} ${url}`,
  };
}

/** Tells a customer that the price was not held any more when the service was accepted. */
export function priceChangedLetter(about: About, before: number, after: number): Letter {
  const { firstName, productName, url } = about;
  return {
    subject: 'The price of your visits has changed',
    paragraphs: [
      `Hi ${firstName}, we held the price of “${productName}” for a while, and it was accepted after that.`,
      `A visit is now ${moneyLabel(after)} instead of ${moneyLabel(before)}, before any coupon.`,
      'If that does not suit you, you can pause or cancel the service on its page before the first visit.',
    ],
    action: { label: 'See your service', url },
    short: `A visit of “${productName}” is now ${moneyLabel(after)} instead of ${moneyLabel(before)}. Pause or cancel it here: ${url}`,
  };
}

type MovedYard = Pick<About, 'firstName' | 'productName' | 'url'> & { customerName: string };

/**
 * Tells a worker that a yard lies elsewhere than when it was accepted.
 * @param before where it was, '100 Main St, Rogers 72756'
 */
export function movedYardLetter(about: MovedYard, before: string, after: string): Letter {
  const { firstName, customerName, productName, url } = about;
  return {
    subject: `New address: ${after}`,
    paragraphs: [
      `Hi ${firstName}, ${customerName} has changed the address of “${productName}”.`,
      `It is ${after} now, instead of ${before}. Your route goes there from now on.`,
      'If that is too far for you, release the service on its page, and another worker can take it.',
    ],
    action: { label: 'See your plan', url },
    short: `Yardpack: the address of ${customerName} is now ${after} instead of ${before}. ${url}`,
  };
}
