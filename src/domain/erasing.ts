/** Why the data of a person cannot be erased yet, in the order in which staff see to it. */
export const eraseObstacles = [
  'is-staff',
  'is-open',
  'services',
  'orders',
  'visits',
  'bills',
  'charges',
  'credit',
  'owed-back',
  'disputes',
  'held-pay',
] as const;
export type EraseObstacle = (typeof eraseObstacles)[number];

/** What is to be done before. */
export const obstacleSentences: Record<EraseObstacle, string> = {
  'is-staff': 'They are on the staff, and what staff did stays with their name.',
  'is-open': 'Please close the account first.',
  services: 'Please cancel the services that rest first.',
  orders: 'Please take back the order that waits for them first.',
  visits: 'A visit was begun and is not finished: please finish it or take it off first.',
  bills: 'A bill is open: please collect it or write it off first.',
  charges: 'A visit is not billed yet: please wait for its bill, or take it off.',
  credit: 'They have credit. Please use “Remove credit” on their billing page first.',
  'owed-back': 'We owe them a refund that came back: please pay it first.',
  disputes: 'A dispute about one of their payments is still open.',
  'held-pay': 'Pay of theirs is held: please see that it is paid first.',
};
