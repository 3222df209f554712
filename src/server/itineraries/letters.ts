import type { WordValues } from '#domain/message-words.ts';
import type { Letter } from '../messages/letter.ts';

type About = {
  firstName: string;
  productName: string;
  street: string;
  /** What the yard is called where the customer has several services at the street. */
  yard: string;
  workerName: string;
  url: string;
  /** The visit's day, when that is over: 'Wed, Mar 10'. */
  day: string | undefined;
  /** Whether the service is as it was when the visit was begun: neither paused, ended nor in other hands. */
  hasGoneOn: boolean;
  /** Whether the customer was told that the visit was missed. */
  wasToldMissed?: boolean;
};

const valuesOf = ({ firstName, productName, yard: street, workerName }: About): WordValues => ({
  name: firstName,
  worker: workerName,
  street,
  service: productName,
});

export const onTheWayLetter = (about: About): Letter => {
  const { firstName, productName, yard: street, workerName, url } = about;
  return {
    subject: `${workerName} is on the way`,
    paragraphs: [
      `Hi ${firstName}, ${workerName} is on the way to ${street} for today's visit.`,
      'Please unlock the gate and keep the dogs inside until we are done.',
    ],
    facts: [
      ['What', productName],
      ['Where', street],
      ['Who comes', workerName],
    ],
    action: { label: 'See your service', url },
    short: `${workerName} is on the way to ${street}. Please unlock the gate and keep the dogs inside.`,
    wording: { name: 'onTheWayWords', values: valuesOf(about), mail: [], text: [] },
  };
};

export function doneLetter(about: About): Letter {
  const { firstName, productName, street, yard, workerName, url, day, hasGoneOn, wasToldMissed } = about;
  const late = day === undefined ? [] : [`This is about the visit of ${day}.`];
  const which = day === undefined ? "today's visit" : `the visit of ${day}`;
  const has = day === undefined ? 'has just finished' : 'has finished';
  const particulars = [
    ...(day !== undefined && wasToldMissed
      ? ['We told you that this visit was missed. It was not: sorry for the mix-up.']
      : []),
    ...(hasGoneOn ? [] : ['It was begun before your service was changed, so it is charged as agreed.']),
  ];
  return {
    subject: 'Your yard is done',
    paragraphs: [
      `Hi ${firstName}, ${workerName} ${has} ${which} of “${productName}” at ${street}.`,
      ...particulars,
      'The dogs can have their yard back. Enjoy!',
    ],
    facts: [
      ['What', productName],
      ['Where', street],
      ['Who came', workerName],
    ],
    hasPhoto: true,
    action: { label: 'See the visit', url },
    short: `${workerName} ${has} ${which} at ${yard}. Enjoy your yard! ${url}`,
    wording: { name: 'doneWords', values: valuesOf(about), mail: [...late, ...particulars], text: late },
  };
}
