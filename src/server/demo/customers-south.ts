import { amex, type DemoCustomer, discover, first, mastercard, row } from './customer.ts';

/** Of the two workers in the south. */
export const southernCustomers: Record<'june' | 'theo', DemoCustomer[]> = {
  // The west of Springdale and Elm Springs; its east and Hindsville.
  june: [
    row(
      'Luis Cardenas',
      ['2609 W Huntsville Ave', 'Springdale', '72762'],
      first,
      [0, 2],
      'Toro, a rottweiler. Inside before 9.',
      { product: 'monthly', isLarge: true },
    ),
    row('Hana Sato', ['5210 Har-Ber Ave', 'Springdale', '72762'], 58, [0], 'Mochi, a shiba.', { coupon: 'WELCOME' }),
    row(
      'Carmen Aguilar',
      ['1117 Maple Dr', 'Springdale', '72762'],
      first,
      [0, 2, 4],
      'Luna, a pit mix, and Sol, a terrier.',
      { product: 'monthly' },
    ),
    row(
      'Marvin Sturgis',
      ['3304 Elm Springs Rd', 'Springdale', '72762'],
      first,
      [0, 2, 4],
      'Two bloodhounds, Sherlock and Watson.',
      {
        product: 'monthly',
      },
    ),
    row(
      'Leilani Kealoha',
      ['1502 N 48th St', 'Springdale', '72762'],
      36,
      [0, 2, 4],
      'Koa, a malamute, and Nalu, his sister.',
      { product: 'weekly' },
    ),
    row('Nell Harbaugh', ['14 S Elm Springs Rd', 'Elm Springs', '72728'], first, [4], 'Scout, a border collie.', {
      product: 'monthly',
      isLarge: true,
    }),
    row('Becca Thornton', ['88 Lake Rd', 'Elm Springs', '72728'], first, [2, 4], 'Olive, a whippet. Shy.', {
      product: 'monthly',
      card: discover,
    }),
    row(
      'Constance Wray',
      ['4100 Watkins Ave', 'Springdale', '72764'],
      11,
      [0, 1, 2, 3, 4],
      'The lawn of our dog school.',
      {
        product: 'monthly',
        isLarge: true,
        gate: 'Always open. Classes begin at 5 in the afternoon.',
      },
    ),
    row('Wanda Pruitt', ['908 Butterfield Coach Rd', 'Springdale', '72764'], first, [1], 'Peaches, a cocker spaniel.', {
      product: 'monthly',
    }),
    row('Kwame Asante', ['415 W Emma Ave', 'Springdale', '72764'], first, [1], 'Sable and Storm, two huskies.', {
      product: 'monthly',
      card: mastercard,
    }),
    row('Earl Vance', ['307 Caudle Ave', 'Springdale', '72764'], 51, [3], 'Hank, a hound.'),
    row('Ingrid Solheim', ['2904 Sonora Rd', 'Springdale', '72764'], 65, [1, 3], 'Freya, an elkhound.', {
      product: 'monthly',
      coupon: 'WELCOME',
    }),
    row(
      'Santiago Prieto',
      ['1221 Oak Ave', 'Springdale', '72764'],
      first,
      [1, 3],
      'Rayo, a greyhound. Naps through all of it.',
      { product: 'monthly' },
    ),
    row('Thelma Osgood', ['716 Mill St', 'Springdale', '72764'], 8, [1, 3], 'Dumpling, a chow.', {
      product: 'weekly',
      coupon: 'NEIGHBOR',
    }),
    row('Clint Yoder', ['2450 Butler Ave', 'Springdale', '72764'], 58, [1, 3], 'Jack and Jill, two russells.', {
      product: 'monthly',
    }),
    row('Vernon Pike', ['640 Young St', 'Springdale', '72764'], 23, [3], 'Tank, a mastiff.', { coupon: 'NEIGHBOR' }),
    row('Dwight Kessler', ['183 Hwy 45', 'Hindsville', '72738'], 65, [3], 'Blue and Belle, two heelers.', {
      product: 'monthly',
      everyOtherWeek: true,
      isLarge: true,
      gate: 'Long drive; the yard is behind the red shed.',
    }),
  ],
  // Fayetteville; Farmington and Prairie Grove.
  theo: [
    row('Monica Trujillo', ['1733 N Oakland Ave', 'Fayetteville', '72703'], first, [0], 'Chico, a schnauzer.', {
      product: 'monthly',
    }),
    row(
      'Gene Applewhite',
      ['2480 E Mission Blvd', 'Fayetteville', '72703'],
      first,
      [2],
      'Bandit and Smokey, two shepherds.',
      { product: 'monthly', isLarge: true },
    ),
    row('Elaine Zhou', ['2213 N Gregg Ave', 'Fayetteville', '72703'], 16, [2], 'Tofu, a bichon.', { product: 'deep' }),
    row('Anh Pham', ['903 W Cleveland St', 'Fayetteville', '72701'], 65, [0], 'Bao, a pomeranian.', {
      product: 'monthly',
      coupon: 'WELCOME',
    }),
    row('Sadie Loomis', ['119 S Duncan Ave', 'Fayetteville', '72701'], first, [0], 'Clementine, a basset.', {
      product: 'monthly',
    }),
    row('Silas Boone', ['1650 S Ed Edwards Rd', 'Fayetteville', '72701'], 16, [0], 'Ranger, a pointer.', {
      product: 'monthly',
      coupon: 'WELCOME',
    }),
    row(
      'Derek Simms',
      ['3011 W Wedington Dr', 'Fayetteville', '72704'],
      51,
      [2],
      'Axel, a doberman. Calm once he knows you.',
      { product: 'monthly' },
    ),
    row('Noor Haddad', ['57 Rainsong St', 'Farmington', '72730'], first, [0, 3], 'Zeina, a saluki.', {
      product: 'monthly',
      card: mastercard,
    }),
    row('Roy Hutchens', ['240 W Main St', 'Farmington', '72730'], first, [3], 'Copper, a redbone.', { card: amex }),
    row('Lucille Barnhart', ['415 E Buchanan St', 'Prairie Grove', '72753'], 58, [3], 'Dolly, a collie.', {
      product: 'monthly',
      gate: 'Use the alley; the front gate is for show.',
    }),
    row('Maggie Fenton', ['708 N Mock St', 'Prairie Grove', '72753'], 37, [3], 'Turnip, a mutt of many kinds.', {
      product: 'monthly',
      everyOtherWeek: true,
      isLarge: true,
    }),
    // The campus, and what came with it.
    row(
      'Hollis Pemberton',
      ['1125 W Maple St', 'Fayetteville', '72701'],
      first,
      [0, 1, 2, 3, 4],
      'The lawn before our halls.',
      { product: 'monthly', isLarge: true },
    ),
    row(
      'Irene Castellanos',
      ['1520 N Leverett Ave', 'Fayetteville', '72703'],
      17,
      [0, 1, 2, 3, 4],
      'The dog run of our apartments.',
      { product: 'monthly', gate: 'Code 2230 at the pool.' },
    ),
    row(
      'Reggie Bassham',
      ['846 N Garland Ave', 'Fayetteville', '72701'],
      first,
      [1, 2, 4],
      'Boomer and Sooner, two labs.',
      { product: 'monthly' },
    ),
    row(
      'Odessa Kline',
      ['318 E Lafayette St', 'Fayetteville', '72701'],
      first,
      [1, 2, 4],
      'Miss Marple, an airedale.',
      {
        product: 'monthly',
        coupon: 'WELCOME',
      },
    ),
    row(
      'Farid Nazari',
      ['29 Southern View Cir', 'Farmington', '72730'],
      first,
      [1, 3, 4],
      'Shir, a kangal. Bring time.',
      {
        product: 'monthly',
        isLarge: true,
      },
    ),
    row('Juniper Scales', ['701 W Sixth St', 'Fayetteville', '72701'], 3, [0, 1, 4], 'Fern and Moss, two whippets.', {
      product: 'weekly',
      coupon: 'WELCOME',
    }),
    row('Estelle Rooks', ['4212 W Bellafont Blvd', 'Fayetteville', '72703'], 5, [], 'Bluebell, an old bloodhound.', {
      product: 'deep',
      isLarge: true,
      waits: true,
    }),
    row('Phoebe Lindgren', ['905 W North St', 'Fayetteville', '72701'], 0, [], 'Pixel, a papillon.', { waits: true }),
  ],
};
