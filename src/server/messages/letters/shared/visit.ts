import type { WordValues } from '#domain/message-words.ts';

export type About = {
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

export const valuesOf = ({ firstName, productName, yard: street, workerName }: About): WordValues => ({
  name: firstName,
  worker: workerName,
  street,
  service: productName,
});
