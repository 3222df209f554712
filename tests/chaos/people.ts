import type { Engagement } from '#contract/engagements.ts';
import { businessDay } from '#domain/calendar.ts';
import type { Discount } from '#domain/coupon-discount.ts';
import {
  buildCoupon,
  buildEngagement,
  buildOnboardedWorker,
  buildProduct,
  claimEngagement,
} from '#server/testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person } from '#server/testing/factories.ts';
import { buildBankAccount, buildCard } from '#server/testing/payment-factories.ts';
import type { FactoryWorld } from '#server/testing/world.ts';
import type { World } from '#server/world.ts';

/** A service at one yard, visited every Monday and Thursday. */
export type Yard = {
  index: number;
  customer: Customer;
  worker: Person;
  engagement: Engagement;
  card: string;
  /** The test card's number, which says what comes of a payment. */
  cardNumber: string;
  discount: Discount | null;
};
export type Customer = Person & { goodCard: string };

const ordinaryCard = '4242424242424242';
export const declinedCard = '4000000000000341';
export const asksEveryTime = '4000002760003184';
/** https://docs.stripe.com/testing: what comes of a payment with each, so that a few yards have all of it. */
const cardNumbers = [
  ordinaryCard,
  declinedCard,
  // Disputed as fraud.
  '4000000000000259',
  ordinaryCard,
  asksEveryTime,
  // A refund fails an hour later.
  '4000000000005126',
  ordinaryCard,
  // A refund is pending for an hour.
  '4000000000007726',
  // The bank only asks.
  '4000000000001976',
  ordinaryCard,
  // Disputed as not received.
  '4000000000002685',
  declinedCard,
  // The bank warns of a fraud.
  '4000000000005423',
  // A bank account, which pays after some days, and one that has no money then.
  '000123456789',
  '000222222227',
] as const;
/** What the card of a yard is at first; one that was disputed as fraud is followed by another. */
export const firstCardNumber = ({ index }: Pick<Yard, 'index'>): string =>
  cardNumbers[index % cardNumbers.length] ?? ordinaryCard;
const discounts: (Discount | null)[] = [
  null,
  { term: 'TERM_FOREVER', percentOff: 15, amountOff: null },
  { term: 'TERM_ONCE', percentOff: 33, amountOff: null },
  null,
];

/** The yards that are billed by the week; the others at once. */
export const isWeekly = ({ index }: Pick<Yard, 'index'>): boolean => index % 5 === 3;

/** @param number of a test card, or of a bank account */
export const buildMethod = (factory: FactoryWorld, customer: Person, number: string): Promise<string> =>
  number.startsWith('000') ? buildBankAccount(factory, customer, number) : buildCard(factory, customer, number);

/** Makes the people, and a service at each yard that a worker has taken. */
export async function engage(
  factory: FactoryWorld,
  known: <Someone extends Person>(person: Someone) => Someone,
  size: number,
) {
  // Several at once, and not all: connections to the database are few.
  const many = async <Made>(length: number, build: (index: number) => Promise<Made>) => {
    const made: Made[] = [];
    while (made.length < length) {
      const first = made.length;
      const together = Array.from({ length: Math.min(5, length - first) }, (_, index) => build(first + index));
      made.push(...(await Promise.all(together)));
    }
    return made;
  };
  // One employee may do sixty acts of a kind in ten minutes, and the clock hardly moves meanwhile.
  // The code of a terminal ends when the first employee has got in, so that one comes before the others.
  const buildKnown = async () => known(await buildEmployee(factory));
  const office = [await buildKnown(), ...(await many(Math.ceil(size / 8), buildKnown))];
  const workers = await many(Math.ceil(size / 10) + 1, async () => known(await buildOnboardedWorker(factory)));
  const preferences = ['EMAIL', 'EMAIL_TEXT', 'TEXT'];
  const customers = await many(Math.ceil(size / 3), async (index): Promise<Customer> => {
    const notificationPreference = `NOTIFICATION_PREFERENCE_${preferences[index % preferences.length]}`;
    const customer = await buildCustomer(factory, { notificationPreference });
    return known({ ...customer, goodCard: await buildCard(factory, customer) });
  });
  const year = { baseCostRetentionPeriod: 365 * 24 * 60 };
  const atOnce = await buildProduct(factory, year);
  const weekly = await buildProduct(factory, { ...year, baseCostMultiplier: 2, billingCycle: 'BILLING_CYCLE_WEEKLY' });
  const ofMany = { maxRedemptions: 1000, oncePerCustomer: false };
  await buildCoupon(factory, { name: 'TERM_FOREVER', term: 'TERM_FOREVER', percentOff: 15, ...ofMany });
  await buildCoupon(factory, { name: 'TERM_ONCE', term: 'TERM_ONCE', percentOff: 33, ...ofMany });
  const first = nextMonday(factory.world);
  const yards = await many(size, async (index): Promise<Yard> => {
    const [customer, worker] = [customers[index % customers.length], workers[index % workers.length]];
    const discount = discounts[index % discounts.length] ?? null;
    const cardNumber = firstCardNumber({ index });
    if (!customer || !worker) throw new Error('Nobody is there');
    const card = await buildMethod(factory, customer, cardNumber);
    const engagement = await buildEngagement(factory, customer, {
      productId: (isWeekly({ index }) ? weekly : atOnce).id,
      stripePaymentMethodId: card,
      yardSize: index % 3 === 0 ? 'YARD_SIZE_LARGE' : 'YARD_SIZE_STANDARD',
      frequency: 2,
      startDay: { year: first.year, month: first.month, day: first.day },
      ...(discount && { couponName: discount.term }),
    });
    await claimEngagement(factory, worker, engagement, ['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_THURSDAY']);
    return { index, customer, worker, engagement, card, cardNumber, discount };
  });
  return { office, workers, customers, yards, first };
}

/** @returns the first Monday after today */
function nextMonday({ clock }: Pick<World, 'clock'>): Temporal.PlainDate {
  const today = businessDay(clock.now());
  return today.add({ days: 8 - today.dayOfWeek });
}
