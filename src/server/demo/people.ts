/** The people of the demo. All of it is made up; the streets are those of the cities. */

/** A card that can be saved and is declined at each charge. */
export const declinedCard = '4000000000000341';

/** Each of them has the customers of some cities. `wren` and `walt` are those who can be signed in as. */
export const demoWorkers = {
  wren: {
    phone: 193,
    firstName: 'Wren',
    lastName: 'Okafor',
    street: '3201 SE Moberly Ln',
    city: 'Bentonville',
    zipCode: '72712',
  },
  walt: {
    phone: 196,
    firstName: 'Walt',
    lastName: 'Jimenez',
    street: '15 Tiger Blvd',
    city: 'Bentonville',
    zipCode: '72712',
  },
  june: {
    phone: 199,
    firstName: 'June',
    lastName: 'Abernathy',
    street: '1804 W Sunset Ave',
    city: 'Springdale',
    zipCode: '72762',
  },
  theo: {
    phone: 190,
    firstName: 'Theo',
    lastName: 'Lindqvist',
    street: '612 W Maple St',
    city: 'Fayetteville',
    zipCode: '72701',
  },
} as const;
export type WorkerName = keyof typeof demoWorkers;

/** The owner. */
export const erin = {
  phone: 187,
  firstName: 'Erin',
  lastName: 'Moss',
  street: '220 NW A St',
  city: 'Bentonville',
  zipCode: '72712',
};

export const caseysHome = { street: '108 SW 8th St', city: 'Bentonville', zipCode: '72712' };

export const demoProducts = {
  usual: {
    name: 'Yard Cleanup',
    description: 'We clear the yard and spray a pet-safe deodorizer.',
    billingCycle: 'BILLING_CYCLE_IMMEDIATE',
    baseCostRetentionPeriod: 7 * 24 * 60,
    baseCostMultiplier: 1,
  },
  monthly: {
    name: 'Yard Cleanup, billed monthly',
    description: 'The same visits on one bill a month.',
    billingCycle: 'BILLING_CYCLE_MONTHLY',
    baseCostRetentionPeriod: 7 * 24 * 60,
    baseCostMultiplier: 1,
  },
  weekly: {
    name: 'Yard Cleanup, billed weekly',
    description: 'The same visits on one bill a week.',
    billingCycle: 'BILLING_CYCLE_WEEKLY',
    baseCostRetentionPeriod: 7 * 24 * 60,
    baseCostMultiplier: 1,
  },
  deep: {
    name: 'Deep Cleanup',
    description: 'For yards that have waited a while: twice the time, every corner.',
    billingCycle: 'BILLING_CYCLE_WEEKLY',
    baseCostRetentionPeriod: 24 * 60,
    baseCostMultiplier: 2,
  },
} as const;

/** Somebody who wants to be a worker and waits for the office's approval. */
export const applicant = {
  firstName: 'Nadia',
  lastName: 'Petrov',
  street: '507 N Dixieland Rd',
  city: 'Rogers',
  zipCode: '72756',
};
