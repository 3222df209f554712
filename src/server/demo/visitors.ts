import type { LostReason } from '#domain/lost-reasons.ts';
import { demoCustomers } from './customers.ts';

/** What visitors have asked, how many days ago, and what came of it. */
export type DemoInquiry = {
  days: number;
  name: string;
  city: string;
  zipCode: string;
  breed: string;
  referral: string;
  words: string;
  end: 'open' | 'answered' | 'order' | LostReason;
};

const ofStrangers: DemoInquiry[] = [
  {
    days: 52,
    name: 'Cora Winslow',
    city: 'Rogers',
    zipCode: '72758',
    breed: 'Great Dane',
    referral: 'A flyer at the vet',
    words: 'Through the garage on the left.',
    end: 'too-expensive',
  },
  {
    days: 31,
    name: 'Tobias Renner',
    city: 'Fayetteville',
    zipCode: '72704',
    breed: 'Beagle',
    referral: 'Google',
    words: 'A wooden gate, never locked.',
    end: 'chose-another',
  },
  {
    days: 12,
    name: 'Yolanda Pettis',
    city: 'Springdale',
    zipCode: '72762',
    breed: 'Labrador Retriever',
    referral: 'A neighbor',
    words: 'Side gate, code 1190.',
    end: 'answered',
  },
  {
    days: 6,
    name: 'Grant Ostrander',
    city: 'Bentonville',
    zipCode: '72712',
    breed: 'Vizsla',
    referral: 'Saw the truck on our street',
    words: 'Gate at the back, by the trail.',
    end: 'order',
  },
  {
    days: 5,
    name: 'Pearl Whitcomb',
    city: 'Gentry',
    zipCode: '72734',
    breed: 'Dachshund',
    referral: 'Facebook',
    words: 'No gate; the fence has an opening at the drive.',
    end: 'open',
  },
  {
    days: 0,
    name: 'Andre Fontaine',
    city: 'Lowell',
    zipCode: '72745',
    breed: 'Bulldog',
    referral: 'A friend',
    words: 'Double gate on the alley.',
    end: 'open',
  },
];

const referrals = ['Google', 'A neighbor', 'Facebook', 'My vet', 'Saw the truck on our street', 'A friend', 'Nextdoor'];

/** Of every three customers two have asked before they signed up. */
const ofCustomers = Object.values(demoCustomers)
  .flat()
  .filter(({ days }, index) => days < 70 && index % 3 > 0)
  .map(
    ({ name, city, zipCode, days, dogs, gate }, index): DemoInquiry => ({
      days: days + 3,
      ...{ name, city, zipCode },
      breed: /, an? ([\w ]+)/.exec(dogs)?.[1] ?? 'Mixed breed',
      referral: referrals[index % referrals.length] ?? '',
      words: gate ?? 'The gate is never locked.',
      end: 'answered',
    }),
  );

export const demoInquiries: DemoInquiry[] = [...ofStrangers, ...ofCustomers];
