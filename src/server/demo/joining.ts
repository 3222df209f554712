import { randomUUID } from 'node:crypto';
import { businessTimeZone, calendarDay, weekDayOf } from '#domain/calendar.ts';
import { listAddresses, updateAddress } from '../addresses/service.ts';
import { createCoupon } from '../coupons/service.ts';
import { createEngagement } from '../engagements/request.ts';
import { createProduct } from '../products/service.ts';
import { createScheduleTemplateDays } from '../schedule-template-days/service.ts';
import type { World } from '../world.ts';
import { approve, onboard, openAccount, profileOf, saveCard, usernameOf } from './opening.ts';
import { type DemoCustomer, demoCustomers, demoProducts, demoWorkers, erin, type WorkerName } from './people.ts';
import { type Business, clockTime, required } from './state.ts';

/** On which weekdays a worker's customers are, one after the other: how many days after today's. One day is free. */
const places = [0, 0, 1, 2, 3, 4, 5, 0, 2, 4, 0, 1];
const secondVisitAfter = 3;
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
  const { today, firstDay, weeks } = business;
  const isDay = ({ since }: DemoCustomer) =>
    since >= weeks ? date.equals(firstDay) : date.equals(today.subtract({ weeks: since, days: 2 }));
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

type Joining = { customer: DemoCustomer; worker: WorkerName; index: number; phone: number };

/** Somebody signs up, saves a card and asks for a service, which the worker takes. Who came this week still waits. */
async function join(business: Business, world: World, { customer, worker, index, phone }: Joining) {
  const { name, dogs, gate, visits, product = 'usual', coupon } = customer;
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
  const interval = visits < 1 ? 2 : 1;
  const frequency = Math.ceil(visits);
  const engagement = await createEngagement(world, caller, profileId, {
    productId: required(business.products.get(product)),
    serviceAddressId: addressId,
    billingAddressId: addressId,
    stripePaymentMethodId,
    yardSize: customer.isLarge ? 'YARD_SIZE_LARGE' : 'YARD_SIZE_STANDARD',
    scheduleTemplate: { period: 'PERIOD_WEEKLY', frequency, interval, startDay: calendarDay(startDay) },
    ...(coupon ? { couponName: coupon } : {}),
  });
  if (customer.since === 0) return;
  const place = places[index % places.length] ?? 0;
  const days = visits === 2 ? [place, (place + secondVisitAfter) % 6] : [place];
  const weekDays = days.map((day) => weekDayOf(business.today.add({ days: day })));
  const scheduleTemplateId = engagement.scheduleTemplate.id;
  const claimed = weekDays.map((dayOfWeek) => ({ id: randomUUID(), scheduleTemplateId, dayOfWeek, sequence: index }));
  const hour = world.clock.now().add({ minutes: 20 });
  await createScheduleTemplateDays(business.at(hour), required(business.workers.get(worker)).caller, claimed);
  const service = { name, caller, profileId, engagementId: engagement.id, worker, weekDays, startDay, interval };
  business.services.push({ ...service, index, firstWeekDay: required(weekDays[0]) });
}
