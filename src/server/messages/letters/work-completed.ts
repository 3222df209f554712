import type { Letter } from '../letter.ts';
import { type About, valuesOf } from './shared/visit.ts';

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
