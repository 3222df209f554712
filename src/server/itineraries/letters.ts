import type { Letter } from '../messages/letter.ts';

type About = { firstName: string; productName: string; street: string; workerName: string; url: string };

export const onTheWayLetter = ({ firstName, street, workerName, url }: About): Letter => ({
  subject: `${workerName} is on the way`,
  paragraphs: [
    `Hi ${firstName}, ${workerName} is on the way to ${street} for today's visit.`,
    'Please unlock the gate and keep the dogs inside until we are done.',
  ],
  action: { label: 'See your service', url },
  short: `${workerName} is on the way to ${street}. Please unlock the gate and keep the dogs inside.`,
});

export const doneLetter = ({ firstName, productName, street, workerName, url }: About): Letter => ({
  subject: 'Your yard is done',
  paragraphs: [
    `Hi ${firstName}, ${workerName} has just finished today's visit of “${productName}” at ${street}.`,
    'The dogs can have their yard back. Enjoy!',
  ],
  action: { label: 'See the visit', url },
  short: `${workerName} has just finished today's visit at ${street}. Enjoy your yard! ${url}`,
});
