import { randomUUID } from 'node:crypto';
import { calendarDay, type WeekDay, weekDayOf } from '#domain/calendar.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { listAddresses, updateAddress } from '../addresses/service.ts';
import { createCoupon } from '../coupons/service.ts';
import { createEngagement } from '../engagements/request.ts';
import { createProduct } from '../products/service.ts';
import { createScheduleTemplateDays } from '../schedule-template-days/service.ts';
import type { World } from '../world.ts';
import type { DemoCustomer } from './customer.ts';
import { demoCustomers } from './customers.ts';
import { approve, onboard, openAccount, profileOf, saveCard, usernameOf } from './opening.ts';
import { demoProducts, demoWorkers, erin, type WorkerName } from './people.ts';
import { type Business, clockTime, earlier, required } from './state.ts';

/** The office, the workers, and what is offered. */
export async function setUp(business: Business, date: Temporal.PlainDate): Promise<void> {
  const { tools, workers, products } = business;
  const world = business.go(clockTime(date, '07:00'));
  const staff = await openAccount(world, 'EMPLOYEE', { username: 'erin', ...erin });
  business.staff = staff;
  for (const [username, person] of Object.entries(demoWorkers) as [WorkerName, (typeof demoWorkers)[WorkerName]][]) {
    const caller = await openAccount(world, 'WORKER', { username, ...person });
    const account = await onboard(world, tools, caller, person);
    await approve(world, staff, caller);
    workers.set(username, { caller, profileId: profileOf(caller), account });
  }
  for (const [key, product] of Object.entries(demoProducts)) {
    products.set(key, (await createProduct(world, product)).id);
  }
  await createCoupon(world, { name: 'WELCOME', term: 'TERM_ONCE', maxRedemptions: 100, percentOff: 50 }, staff);
  await createCoupon(world, { name: 'NEIGHBOR', term: 'TERM_FOREVER', maxRedemptions: 25, amountOff: 200 }, staff);
}

/** @returns what those do who sign up on a day, for each worker who gets them */
export function joiningOn(business: Business, date: Temporal.PlainDate): ((world: World) => Promise<void>)[] {
  const { today, firstDay } = business;
  const isDay = ({ days }: DemoCustomer) => {
    const day = today.subtract({ days });
    return date.equals(Temporal.PlainDate.compare(day, firstDay) < 0 ? firstDay : day);
  };
  let number = 0;
  return (Object.entries(demoCustomers) as [WorkerName, DemoCustomer[]][]).flatMap(([worker, customers]) => {
    const joining = customers
      .map((customer, index) => ({ customer, worker, index, phone: customer.phone ?? 101 + number++ }))
      .filter(({ customer }) => isDay(customer));
    if (joining.length === 0) return [];
    return async (world: World) => {
      // One after the other, so that the worker's plan has them in this order.
      for (const one of joining) await join(business, world, one);
    };
  });
}

/**
 * @returns a weekday on which somebody works: from Monday to Friday. On a weekend Wren has today in place of Monday, so that there is
 * a route to look at; the others are at home.
 * @param place 0 for the working day that is today's, or comes next; then one after the other
 */
function workingDay(today: Temporal.PlainDate, place: number, worker: WorkerName): WeekDay {
  const isWeekend = today.dayOfWeek > 5;
  if (isWeekend && place === 0 && worker === 'wren') return weekDayOf(today);
  const first = isWeekend ? 0 : today.dayOfWeek - 1;
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  return weekDayOf(monday.add({ days: (first + place) % 5 }));
}

type Joining = { customer: DemoCustomer; worker: WorkerName; index: number; phone: number };

/** Somebody signs up, saves a card and asks for a service, which the worker takes. */
async function join(business: Business, world: World, { customer, worker, index, phone }: Joining) {
  const { name, dogs, gate, on, everyOtherWeek, product = 'usual', coupon } = customer;
  const [firstName = '', ...rest] = name.split(' ');
  const lastName = rest.join(' ');
  const person = { ...customer, firstName, lastName, username: customer.username ?? usernameOf(name), phone };
  const caller = await openAccount(world, 'CUSTOMER', person);
  const profileId = profileOf(caller);
  const [address] = await listAddresses(world, profileId);
  const { id: addressId, version, profileId: _, ...fields } = required(address);
  const state = { ...fields, state: 'AR', country: 'US' } as const;
  await updateAddress(world, caller, addressId, { ...state, dogNotes: dogs, gateNotes: gate ?? '', version });
  const stripePaymentMethodId = await saveCard(world, business.tools, caller, customer.card);
  const startDay = world.clock.now().toZonedDateTimeISO(businessTimeZone).toPlainDate().add({ days: 1 });
  const interval = everyOtherWeek ? 2 : 1;
  const engagement = await createEngagement(world, caller, profileId, {
    productId: required(business.products.get(product)),
    serviceAddressId: addressId,
    billingAddressId: addressId,
    stripePaymentMethodId,
    yardSize: customer.isLarge ? 'YARD_SIZE_LARGE' : 'YARD_SIZE_STANDARD',
    scheduleTemplate: {
      period: 'PERIOD_WEEKLY',
      frequency: Math.max(1, on.length),
      interval,
      startDay: calendarDay(startDay),
    },
    ...(coupon ? { couponName: coupon } : {}),
  });
  if (customer.waits) return;
  const weekDays = on.map((place) => workingDay(business.today, place, worker));
  const scheduleTemplateId = engagement.scheduleTemplate.id;
  const before = business.services.filter((other) => other.worker === worker && other.index < index);
  const claimed = weekDays.map((dayOfWeek) => {
    const sequence = before.filter((other) => other.weekDays.includes(dayOfWeek)).length;
    return { id: randomUUID(), scheduleTemplateId, dayOfWeek, sequence };
  });
  const hour = earlier(world.clock.now().add({ minutes: 20 }), business.now);
  await createScheduleTemplateDays(business.at(hour), required(business.workers.get(worker)).caller, claimed);
  const service = { name, caller, profileId, engagementId: engagement.id, worker, weekDays, startDay, interval };
  business.services.push({ ...service, index, firstWeekDay: required(weekDays[0]) });
}
