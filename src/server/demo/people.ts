/** The people of the demo. All of it is made up; the streets are those of the cities. */

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
  /** How many weeks before today they signed up, at most ten; 0 for this week. */
  since: number;
  dogs: string;
  gate?: string;
  /** Visits a week; 0.5 for every other week. */
  visits: 0.5 | 1 | 2;
  isLarge?: true;
  product?: keyof typeof demoProducts;
  coupon?: 'WELCOME' | 'NEIGHBOR';
  /** Of a test card; a Visa that pays unless given. */
  card?: string;
};

const mastercard = '5555555555554444';
const amex = '378282246310005';
const discover = '6011111111111117';
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

const row = (
  name: string,
  [street, city, zipCode]: [string, string, string],
  since: number,
  visits: DemoCustomer['visits'],
  dogs: string,
  more: Partial<DemoCustomer> = {},
): DemoCustomer => ({ name, street, city, zipCode, since, visits, dogs, ...more });

/** In the order in which they are put into the weeks of their workers. */
export const demoCustomers: Record<WorkerName, DemoCustomer[]> = {
  wren: [
    row(
      'Marisol Vega',
      ['904 NE J St', 'Bentonville', '72712'],
      10,
      1,
      'Pepper, a beagle. Friendly, loves to be greeted.',
      {
        card: mastercard,
      },
    ),
    {
      name: 'Casey Rivera',
      username: 'casey',
      phone: 100,
      ...caseysHome,
      since: 10,
      visits: 2,
      dogs: 'Juno, a spaniel, and Pip, who is mostly terrier.',
      gate: 'Gate on the left of the garage, code 0815.',
    },
    row('Harold Bixby', ['22 Lambeth Dr', 'Bella Vista', '72714'], 10, 2, 'Duke and Daisy, two labradors.', {
      gate: 'The gate sticks: lift, then push.',
      isLarge: true,
    }),
    row('Priya Raman', ['1411 SW Regional Ave', 'Bentonville', '72712'], 10, 1, 'Mango, a corgi.', {
      product: 'monthly',
    }),
    row(
      'Dale Whitlock',
      ['310 Holloway Rd', 'Gravette', '72736'],
      10,
      0.5,
      'Rusty, a bluetick coonhound. Stays in the barn.',
      {
        isLarge: true,
      },
    ),
    row('Tamika Bowles', ['655 Keller Rd', 'Centerton', '72719'], 9, 1, 'Biscuit and Gravy, two dachshunds.', {
      coupon: 'WELCOME',
      gate: 'Code 4417 at the side gate.',
    }),
    row('Otis Grandy', ['118 Slack St', 'Pea Ridge', '72751'], 8, 1, 'Sarge, a German shepherd. Inside on our day.', {
      card: discover,
    }),
    row('Lena Hoffmann', ['40 Nottingham Ln', 'Bella Vista', '72714'], 7, 1, 'Frieda, a poodle.', { card: amex }),
    row('Cody Strickland', ['207 W Main St', 'Gentry', '72734'], 6, 1, 'Boomer, a boxer. Jumps, means well.', {
      gate: 'Please latch both gates: Boomer knows how to push one.',
    }),
    row('Amara Nwosu', ['1220 Fish Hatchery Rd', 'Centerton', '72719'], 5, 2, 'Zuri, a ridgeback, and her pup Kito.', {
      coupon: 'NEIGHBOR',
    }),
    row('Ruth Ellen McCaslin', ['76 Hwy 94 E', 'Pea Ridge', '72751'], 3, 1, 'Three rescues: Moe, Larry and Shep.', {
      coupon: 'WELCOME',
    }),
    row('Jonah Feld', ['803 SE C St', 'Bentonville', '72712'], 1, 1, 'Waffles, a goldendoodle.', {
      coupon: 'NEIGHBOR',
    }),
  ],
  walt: [
    row('Sandra Kowalczyk', ['1925 S 13th St', 'Rogers', '72758'], 10, 1, 'Pierogi, a pug.'),
    row('Marcus Tillery', ['3408 W Walnut St', 'Rogers', '72756'], 10, 2, 'Ali and Frazier, two bulldogs.', {
      card: mastercard,
    }),
    row('Gloria Espinoza', ['514 N Goad Springs Rd', 'Lowell', '72745'], 10, 1, 'Canela, a chihuahua mix.', {
      product: 'monthly',
    }),
    row(
      'Ken Yamashiro',
      ['29 Healing Springs Rd', 'Cave Springs', '72718'],
      10,
      1,
      'Hachi, an akita. Please greet him by name.',
      {
        isLarge: true,
        card: amex,
      },
    ),
    row('Bethany Crouse', ['702 S Dixieland St', 'Lowell', '72745'], 9, 0.5, 'Tilly, a shih tzu.'),
    row('Arjun Mehta', ['5603 S Pinnacle Hills Pkwy', 'Rogers', '72758'], 8, 2, 'Simba, a golden retriever.', {
      coupon: 'WELCOME',
    }),
    row('Faye Dunmore', ['418 E Olive St', 'Rogers', '72756'], 7, 1, 'Gus, a basset hound. Deaf, so wave.', {
      gate: 'The key hangs behind the blue pot.',
    }),
    row('Trent Hollis', ['61 Sands Rd', 'Cave Springs', '72718'], 6, 1, 'Nitro, a cattle dog.', { isLarge: true }),
    row('Ximena Duarte', ['2211 N 2nd St', 'Rogers', '72756'], 4, 1, 'Lola and Coco, two maltese.', { card: discover }),
    row('Patrick O’Shea', ['327 McClure Ave', 'Lowell', '72745'], 3, 1, 'Finn, an Irish setter.', {
      coupon: 'NEIGHBOR',
    }),
    row('Deborah Quarles', ['1406 W Poplar St', 'Rogers', '72758'], 2, 1, 'Button, a yorkie.', { coupon: 'WELCOME' }),
  ],
  june: [
    row(
      'Luis Cardenas',
      ['2609 W Huntsville Ave', 'Springdale', '72762'],
      10,
      2,
      'Toro, a rottweiler. Inside before 9.',
      {
        isLarge: true,
      },
    ),
    row('Wanda Pruitt', ['908 Butterfield Coach Rd', 'Springdale', '72764'], 10, 1, 'Peaches, a cocker spaniel.'),
    row('Kwame Asante', ['415 W Emma Ave', 'Springdale', '72764'], 10, 1, 'Sable and Storm, two huskies.', {
      product: 'monthly',
      card: mastercard,
    }),
    row('Nell Harbaugh', ['14 S Elm Springs Rd', 'Elm Springs', '72728'], 10, 1, 'Scout, a border collie.', {
      isLarge: true,
    }),
    row('Dwight Kessler', ['183 Hwy 45', 'Hindsville', '72738'], 9, 0.5, 'Blue and Belle, two heelers.', {
      isLarge: true,
      gate: 'Long drive; the yard is behind the red shed.',
    }),
    row('Hana Sato', ['5210 Har-Ber Ave', 'Springdale', '72762'], 8, 1, 'Mochi, a shiba.', { coupon: 'WELCOME' }),
    row('Earl Vance', ['307 Caudle Ave', 'Springdale', '72764'], 7, 1, 'Hank, a hound.'),
    row('Carmen Aguilar', ['1117 Maple Dr', 'Springdale', '72762'], 5, 2, 'Luna, a pit mix, and Sol, a terrier.'),
    row('Becca Thornton', ['88 Lake Rd', 'Elm Springs', '72728'], 4, 1, 'Olive, a whippet. Shy.', { card: discover }),
    row('Vernon Pike', ['640 Young St', 'Springdale', '72764'], 3, 1, 'Tank, a mastiff.', { coupon: 'NEIGHBOR' }),
    row('Ingrid Solheim', ['2904 Sonora Rd', 'Springdale', '72764'], 1, 1, 'Freya, an elkhound.', {
      coupon: 'WELCOME',
    }),
  ],
  theo: [
    row('Monica Trujillo', ['1733 N Oakland Ave', 'Fayetteville', '72703'], 10, 1, 'Chico, a schnauzer.'),
    row(
      'Gene Applewhite',
      ['2480 E Mission Blvd', 'Fayetteville', '72703'],
      10,
      2,
      'Bandit and Smokey, two shepherds.',
      {
        isLarge: true,
      },
    ),
    row('Sadie Loomis', ['119 S Duncan Ave', 'Fayetteville', '72701'], 10, 1, 'Clementine, a basset.', {
      product: 'monthly',
    }),
    row('Roy Hutchens', ['240 W Main St', 'Farmington', '72730'], 10, 1, 'Copper, a redbone.', { card: amex }),
    row('Anh Pham', ['903 W Cleveland St', 'Fayetteville', '72701'], 9, 1, 'Bao, a pomeranian.', { coupon: 'WELCOME' }),
    row('Lucille Barnhart', ['415 E Buchanan St', 'Prairie Grove', '72753'], 8, 1, 'Dolly, a collie.', {
      gate: 'Use the alley; the front gate is for show.',
    }),
    row(
      'Derek Simms',
      ['3011 W Wedington Dr', 'Fayetteville', '72704'],
      7,
      1,
      'Axel, a doberman. Calm once he knows you.',
    ),
    row('Noor Haddad', ['57 Rainsong St', 'Farmington', '72730'], 6, 2, 'Zeina, a saluki.', { card: mastercard }),
    row('Maggie Fenton', ['708 N Mock St', 'Prairie Grove', '72753'], 5, 0.5, 'Turnip, a mutt of many kinds.', {
      isLarge: true,
    }),
    row('Silas Boone', ['1650 S Ed Edwards Rd', 'Fayetteville', '72701'], 2, 1, 'Ranger, a pointer.', {
      coupon: 'WELCOME',
    }),
    row('Elaine Zhou', ['2213 N Gregg Ave', 'Fayetteville', '72703'], 1, 1, 'Tofu, a bichon.', { product: 'deep' }),
  ],
};
