import { amex, type DemoCustomer, discover, first, mastercard, row } from './customer.ts';
import { southernCustomers } from './customers-south.ts';
import { caseysHome, type WorkerName } from './people.ts';

/**
 * In the order in which they are put into the weeks of their workers. Each day has its neighborhood, and all workers have six stops or
 * seven on each. Half of them have been there from the first day, two or three have come in each week since, and some have left: what
 * they bring in grows by 4 to 8 percent a week.
 */
export const demoCustomers: Record<WorkerName, DemoCustomer[]> = {
  // Bentonville and Centerton; Bella Vista and Pea Ridge; to the west.
  wren: [
    row('Marisol Vega', ['904 NE J St', 'Bentonville', '72712'], first, [0], 'Pepper, a beagle. Loves to be greeted.', {
      card: mastercard,
    }),
    row(
      'Bonnie Lassiter',
      ['1206 NE 2nd St', 'Bentonville', '72712'],
      first,
      [0, 2, 4],
      'Four foster dogs, new ones often.',
      {
        product: 'monthly',
      },
    ),
    row('Priya Raman', ['1411 SW Regional Ave', 'Bentonville', '72712'], first, [2], 'Mango, a corgi.', {
      product: 'monthly',
    }),
    {
      name: 'Casey Rivera',
      username: 'casey',
      phone: 100,
      ...caseysHome,
      days: first,
      on: [0, 2],
      dogs: 'Juno, a spaniel, and Pip, who is mostly terrier.',
      gate: 'Gate on the left of the garage, code 0815.',
    },
    row(
      'Jonah Feld',
      ['803 SE C St', 'Bentonville', '72712'],
      5,
      [0, 2, 4],
      'Waffles, a goldendoodle, and three puppies.',
      {
        product: 'weekly',
        coupon: 'NEIGHBOR',
      },
    ),
    row(
      'Opal Ridgeway',
      ['2600 SE Walton Blvd', 'Bentonville', '72712'],
      first,
      [0, 1, 2, 3, 4],
      'The dog run of our apartments.',
      {
        product: 'monthly',
        isLarge: true,
        gate: 'The office has the key; it opens at 7.',
      },
    ),
    row(
      'Amara Nwosu',
      ['1220 Fish Hatchery Rd', 'Centerton', '72719'],
      44,
      [0, 2, 4],
      'Zuri, a ridgeback, and her pup Kito.',
      { product: 'weekly', coupon: 'NEIGHBOR' },
    ),
    row('Tamika Bowles', ['655 Keller Rd', 'Centerton', '72719'], 38, [0], 'Biscuit and Gravy, two dachshunds.', {
      product: 'monthly',
      coupon: 'WELCOME',
      gate: 'Code 4417 at the side gate.',
    }),
    row(
      'Rosalind Teague',
      ['310 Sycamore Cir', 'Centerton', '72719'],
      65,
      [2, 4],
      'Bram, a newfoundland. Drools, forgives.',
      {
        product: 'monthly',
      },
    ),
    row('Cody Strickland', ['207 W Main St', 'Gentry', '72734'], 44, [4], 'Boomer, a boxer. Jumps, means well.', {
      product: 'monthly',
      gate: 'Please latch both gates: Boomer knows how to push one.',
    }),
    row(
      'Dale Whitlock',
      ['310 Holloway Rd', 'Gravette', '72736'],
      first,
      [4],
      'Rusty, a coonhound. Stays in the barn.',
      { product: 'monthly', everyOtherWeek: true, isLarge: true },
    ),
    row('Harold Bixby', ['22 Lambeth Dr', 'Bella Vista', '72714'], first, [1, 3], 'Duke and Daisy, two labradors.', {
      product: 'monthly',
      gate: 'The gate sticks: lift, then push.',
      isLarge: true,
    }),
    row('Lena Hoffmann', ['40 Nottingham Ln', 'Bella Vista', '72714'], first, [1, 3], 'Frieda, a poodle.', {
      product: 'monthly',
      card: amex,
    }),
    row('Winston Abara', ['9 Chelsea Dr', 'Bella Vista', '72714'], 58, [1, 3], 'Duchess, a dalmatian.', {
      product: 'monthly',
      coupon: 'WELCOME',
    }),
    row(
      'Otis Grandy',
      ['118 Slack St', 'Pea Ridge', '72751'],
      first,
      [1, 3],
      'Sarge, a German shepherd. Inside on our day.',
      { product: 'monthly', card: discover },
    ),
    row(
      'Ruth Ellen McCaslin',
      ['76 Hwy 94 E', 'Pea Ridge', '72751'],
      24,
      [1, 3],
      'Three rescues: Moe, Larry and Shep.',
      { product: 'monthly', coupon: 'WELCOME' },
    ),
  ],
  // Rogers; Lowell and Cave Springs.
  walt: [
    row('Marcus Tillery', ['3408 W Walnut St', 'Rogers', '72756'], first, [0, 2], 'Ali and Frazier, two bulldogs.', {
      product: 'monthly',
      card: mastercard,
    }),
    row('Faye Dunmore', ['418 E Olive St', 'Rogers', '72756'], 51, [0], 'Gus, a basset hound. Deaf, so wave.', {
      product: 'monthly',
      gate: 'The key hangs behind the blue pot.',
    }),
    row('Ximena Duarte', ['2211 N 2nd St', 'Rogers', '72756'], first, [0, 2, 4], 'Lola and Coco, two maltese.', {
      card: discover,
      product: 'monthly',
    }),
    row('Curtis Oyelaran', ['917 S 8th St', 'Rogers', '72756'], 5, [0, 2, 4], 'Major, a great dane. Counts as two.', {
      product: 'weekly',
      coupon: 'WELCOME',
      isLarge: true,
    }),
    row(
      'Lottie Branson',
      ['1830 W Persimmon St', 'Rogers', '72756'],
      first,
      [0, 2, 4],
      'Five chihuahuas. They bark at first.',
      { product: 'monthly' },
    ),
    row('Deborah Quarles', ['1406 W Poplar St', 'Rogers', '72758'], 22, [0, 2, 4], 'Button, a yorkie.', {
      product: 'monthly',
      coupon: 'WELCOME',
    }),
    row('Sandra Kowalczyk', ['1925 S 13th St', 'Rogers', '72758'], first, [4], 'Pierogi, a pug.', {
      product: 'monthly',
    }),
    row('Arjun Mehta', ['5603 S Pinnacle Hills Pkwy', 'Rogers', '72758'], first, [0, 2], 'Simba, a golden retriever.', {
      product: 'monthly',
      coupon: 'WELCOME',
    }),
    row(
      'Everett Pruden',
      ['4500 W Pleasant Grove Rd', 'Rogers', '72758'],
      30,
      [0, 1, 2, 3, 4],
      'Our kennel: ten runs, up to twenty dogs.',
      {
        product: 'monthly',
        isLarge: true,
        gate: 'Ring at the barn.',
      },
    ),
    row('Gloria Espinoza', ['514 N Goad Springs Rd', 'Lowell', '72745'], first, [1], 'Canela, a chihuahua mix.', {
      product: 'monthly',
    }),
    row('Bethany Crouse', ['702 S Dixieland St', 'Lowell', '72745'], 65, [1], 'Tilly, a shih tzu.', {
      product: 'monthly',
      everyOtherWeek: true,
    }),
    row('Patrick O’Shea', ['327 McClure Ave', 'Lowell', '72745'], first, [1, 3], 'Finn, an Irish setter.', {
      product: 'monthly',
      coupon: 'NEIGHBOR',
    }),
    row('Wade Kimbrell', ['611 Concord St', 'Lowell', '72745'], 51, [1, 3], 'Dixie, a vizsla.', { product: 'monthly' }),
    row(
      'Ken Yamashiro',
      ['29 Healing Springs Rd', 'Cave Springs', '72718'],
      first,
      [3],
      'Hachi, an akita. Greet him by name.',
      { product: 'monthly', isLarge: true, card: amex },
    ),
    row('Trent Hollis', ['61 Sands Rd', 'Cave Springs', '72718'], 23, [1, 3], 'Nitro, a cattle dog.', {
      isLarge: true,
    }),
    row('Iris Tomlin', ['140 Rainbow Rd', 'Cave Springs', '72718'], 4, [1, 3], 'Clover, a sheltie.', {
      product: 'weekly',
      coupon: 'WELCOME',
    }),
  ],
  ...southernCustomers,
};
