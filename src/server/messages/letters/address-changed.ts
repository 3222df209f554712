import { dayLabel } from '#domain/calendar.ts';
import { commaListLabel } from '#domain/comma-list.ts';
import type { Letter } from '../letter.ts';

type About = { firstName: string; productName: string; url: string };

/** @property days on which who makes single visits of the service for another worker comes there; none for its own worker */
type MovedYard = About & { customerName: string; days?: Temporal.PlainDate[] };

/**
 * Tells a worker that a yard lies elsewhere than when it was accepted, or given to them for single visits.
 * @param before where it was, '100 Main St, Rogers 72756'
 */
export function movedYardLetter(about: MovedYard, before: string, after: string): Letter {
  const { firstName, customerName, productName, url, days = [] } = about;
  const isCover = days.length > 0;
  const visits = `${days.length === 1 ? 'Your visit' : 'Your visits'} of ${commaListLabel(days.map((day) => dayLabel(day)))}`;
  const there = `${visits} ${days.length === 1 ? 'is' : 'are'} there.`;
  const more = [
    `It is ${after} now, instead of ${before}. ${isCover ? there : 'Your route goes there from now on.'}`,
    isCover
      ? 'If that is too far for you, please tell the office.'
      : 'If that is too far for you, release the service on its page, and another worker can take it.',
  ];
  return {
    wording: {
      name: 'workerYardWords',
      values: { name: firstName, customer: customerName, street: after, service: productName },
      mail: more,
      text: [`Before: ${before}.`, ...(isCover ? [there] : [])],
    },
    subject: `New address: ${after}`,
    paragraphs: [`Hi ${firstName}, the address of “${productName}” for ${customerName} has changed.`, ...more],
    action: { label: 'See your plan', url },
    short: `%businessName%: the address of ${customerName} is now ${after} instead of ${before}. ${isCover ? `${there} ` : ''}${url}`,
  };
}

/**
 * Tells people that the office has changed where they are, or where a service of theirs is.
 * @param about `productName` of the service; none when it is the address that was changed
 * @param before where it was, '100 Main St, Rogers 72756'
 */
export function officeAddressLetter(
  { firstName, productName, url }: { firstName: string; productName?: string; url: string },
  before: string,
  after: string,
): Letter {
  const what = productName ? `the address of “${productName}”` : 'your address';
  return {
    subject: `Your address: ${after}`,
    paragraphs: [
      `Hi ${firstName}, our office has changed ${what}: it is ${after} now, instead of ${before}.`,
      'Whoever comes to you goes there from now on. If this is not right, please change it on its page, or call us.',
    ],
    action: { label: productName ? 'See your service' : 'See the address', url },
    short: `%businessName%: we have changed ${what} to ${after}, instead of ${before}. Not right? ${url}`,
    names: [...(productName ? [productName] : []), after],
  };
}
