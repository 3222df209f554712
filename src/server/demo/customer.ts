import type { demoProducts } from './people.ts';

/** A service that somebody has, and since when. */
export type DemoCustomer = {
  name: string;
  /** To sign in with; made of the name unless given. */
  username?: string;
  /** The end of the phone number; the next one that is free unless given. */
  phone?: number;
  street: string;
  city: string;
  zipCode: string;
  /** How many days before today they signed up. */
  days: number;
  /** The working days of the week on which somebody comes: 0 is today's, 1 the one after it, and so on to 4. */
  on: readonly number[];
  everyOtherWeek?: true;
  /** Their request waits for a worker still. */
  waits?: true;
  dogs: string;
  gate?: string;
  isLarge?: true;
  product?: keyof typeof demoProducts;
  coupon?: 'WELCOME' | 'NEIGHBOR';
  /** Of a test card; a Visa that pays unless given. */
  card?: string;
};

export const mastercard = '5555555555554444';
export const amex = '378282246310005';
export const discover = '6011111111111117';

export const row = (
  name: string,
  [street, city, zipCode]: [string, string, string],
  days: number,
  on: readonly number[],
  dogs: string,
  more: Partial<DemoCustomer> = {},
): DemoCustomer => ({ name, street, city, zipCode, days, on, dogs, ...more });

/** Since the business began. */
export const first = 73;
