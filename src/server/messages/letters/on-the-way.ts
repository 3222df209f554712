import type { Letter } from '../letter.ts';
import { type About, valuesOf } from './shared/visit.ts';

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
