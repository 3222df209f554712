import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { businessTimeZone, calendarDay, isVisitDue, type WeekDay, weekDayOf } from '#domain/calendar.ts';
import type { CancelReason } from '#domain/cancel-reasons.ts';
import { listAddresses, updateAddress } from '../addresses/service.ts';
import { giveCredit } from '../billing/give-credit.ts';
import { makeDueRefunds } from '../billing/make-refund.ts';
import { refundBill } from '../billing/refunds.ts';
import { sweepBilling } from '../billing/service.ts';
import { leaveTip } from '../billing/tips.ts';
import { listBills } from '../bills/service.ts';
import { createCoupon } from '../coupons/service.ts';
import { createEngagement } from '../engagements/request.ts';
import { updateEngagement } from '../engagements/update.ts';
import { getEngagement } from '../engagements/views.ts';
import { completeUpload, requestUpload } from '../files/service.ts';
import { createHold } from '../holds/service.ts';
import type { Caller } from '../http/access.ts';
import { listInquiries, loseInquiry, sendInquiry, updateInquiry } from '../inquiries/service.ts';
import { createWork, updateWork } from '../itineraries/steps.ts';
import { deliverDueMessages } from '../messages/service.ts';
import { createNote } from '../notes/service.ts';
import { createOrder } from '../orders/service.ts';
import { createProduct } from '../products/service.ts';
import { makeDueCheck } from '../reconciliation/check.ts';
import { startDueChecks } from '../reconciliation/service.ts';
import { createScheduleTemplateDays } from '../schedule-template-days/service.ts';
import { createSkip } from '../skips/service.ts';
import { dueParts, sweep } from '../sweep.ts';
import type { World } from '../world.ts';
import { approve, onboard, openAccount, profileOf, saveCard } from './opening.ts';
import {
  applicant,
  caseysHome,
  type DemoCustomer,
  declinedCard,
  demoCustomers,
  demoInquiries,
  demoProducts,
  demoWorkers,
  erin,
  type WorkerName,
} from './people.ts';
import { drawYards } from './pictures.ts';
import type { DemoTools } from './tools.ts';

/** On which weekdays a worker's customers are, one after the other: how many days after today's. One day is free. */
const places = [0, 1, 2, 3, 4, 5, 0, 2, 4, 0, 1];
const secondVisitAfter = 3;
/** Of the stops of today's route, so many of wren's are left for who looks at the demo. */
const leftForVisitor = 2;

type Service = {
  name: string;
  caller: Caller;
  profileId: string;
  engagementId: string;
  worker: WorkerName;
  weekDays: WeekDay[];
  startDay: Temporal.PlainDate;
  interval: number;
  /** Of its first place in the week. */
  firstWeekDay: WeekDay;
  isOff?: (date: Temporal.PlainDate) => boolean;
};

/** What happens to the visit of somebody, so many weeks ago, unless it is simply made. */
const turns: Record<string, { what: 'taken-off' | 'locked' | 'other' | 'missed' | 'tip'; reason?: string }> = {
  'Wanda Pruitt 8': { what: 'taken-off', reason: 'Garden party that day.' },
  'Marisol Vega 7': { what: 'tip' },
  'Marcus Tillery 6': { what: 'locked', reason: 'Both gates were locked, and nobody answered.' },
  'Lena Hoffmann 5': { what: 'other', reason: 'Thunderstorm: the yard was under water.' },
  'Gloria Espinoza 5': { what: 'taken-off', reason: 'We are painting the fence.' },
  'Nell Harbaugh 4': { what: 'missed' },
  'Arjun Mehta 4': { what: 'tip' },
  'Hana Sato 3': { what: 'tip' },
  'Priya Raman 3': { what: 'taken-off' },
  'Monica Trujillo 2': { what: 'taken-off', reason: 'Chico is at the groomer’s.' },
  'Lucille Barnhart 2': { what: 'tip' },
  'Otis Grandy 2': { what: 'locked', reason: 'Sarge was in the yard, and nobody was home.' },
  'Casey Rivera 1': { what: 'tip' },
  'Tamika Bowles 1': { what: 'locked', reason: 'The code 4417 does not open the gate any more.' },
  'Becca Thornton 1': { what: 'missed' },
  'Silas Boone 1': { what: 'tip' },
};

/**
 * Lives through the weeks before today with the services that the screens use, day by day, up to now.
 * @param weeks at most ten
 */
export async function liveThroughWeeks(outside: World, tools: DemoTools, weeks: number): Promise<void> {
  const now = outside.clock.now();
  const business = await openBusiness(outside, tools, now, weeks);
  try {
    const { today, firstDay } = business;
    await setUp(business, firstDay);
    for (let date = firstDay; Temporal.PlainDate.compare(date, today) <= 0; date = date.add({ days: 1 })) {
      await liveThroughDay(business, date);
    }
    const world = business.go(now);
    await sweep(world, dueParts);
    await startDueChecks(world);
    await makeDueCheck(world);
  } finally {
    tools.standAt(undefined);
  }
}

type Business = Awaited<ReturnType<typeof openBusiness>>;

async function openBusiness(outside: World, tools: DemoTools, now: Temporal.Instant, weeks: number) {
  const today = now.toZonedDateTimeISO(businessTimeZone).toPlainDate();
  const hashes = new Map<string, Promise<string>>();
  const base: World = {
    ...outside,
    // Nobody has these addresses, whatever the settings say of mail.
    sendMail: tools.sendMail,
    sendText: tools.sendText,
    // All of it is swept.
    jobs: { ...outside.jobs, enqueue: async () => undefined, enqueueShared: async () => undefined },
    passwords: {
      ...outside.passwords,
      // Everybody has the same password, and its hash is slow on purpose.
      hash: (password) => hashes.getOrInsertComputed(password, outside.passwords.hash),
    },
  };
  const at = (moment: Temporal.Instant): World => ({ ...base, clock: { now: () => moment } });
  return {
    today,
    firstDay: today.subtract({ weeks, days: 3 }),
    now,
    weeks,
    tools,
    pictures: await drawYards(),
    /** The world of a moment; several may be used at once. */
    at,
    /** The same, and Stripe goes by this moment too. */
    go: (moment: Temporal.Instant) => {
      tools.standAt(moment);
      return at(moment);
    },
    staff: undefined as Caller | undefined,
    workers: new Map<WorkerName, { caller: Caller; profileId: string; account: string }>(),
    products: new Map<string, string>(),
    services: [] as Service[],
    visitCount: 0,
  };
}

const clockTime = (date: Temporal.PlainDate, time: string) =>
  date.toZonedDateTime({ timeZone: businessTimeZone, plainTime: time }).toInstant();
const isBefore = (one: Temporal.Instant, other: Temporal.Instant) => Temporal.Instant.compare(one, other) < 0;
const staffOf = ({ staff }: Business) => required(staff);
function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The demo has lost somebody');
  return value;
}

/** The office, the workers, and what is offered. */
async function setUp(business: Business, date: Temporal.PlainDate): Promise<void> {
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

async function liveThroughDay(business: Business, date: Temporal.PlainDate): Promise<void> {
  const { now, today } = business;
  const does = async (time: string, act: (world: World) => Promise<unknown>) => {
    const moment = clockTime(date, time);
    if (isBefore(moment, now)) await act(business.go(moment));
  };
  const daysAgo = date.until(today).days;
  await does('06:05', (world) => sweep(world, dailyParts));
  if (daysAgo % 7 === 5) await does('06:30', () => payOut(business));
  const joining = joiningOn(business, date);
  if (joining.length > 0) {
    await does('07:10', (world) => Promise.all(joining.map((join) => join(world))));
  }
  for (const [days, act] of officeDays) if (days === daysAgo) await does('07:40', (world) => act(business, world));
  await drive(business, date);
  await does('19:00', (world) => takeOffTomorrow(business, world, date.add({ days: 1 })));
  await does('21:30', (world) => sweep(world, dailyParts));
}

const dailyParts = dueParts.filter((part) => part !== startDueChecks);

/** Stripe does so by itself. */
async function payOut({ workers, tools }: Business): Promise<void> {
  // In the first week there is nothing.
  for (const { account } of workers.values()) await tools.payOut(account).catch(() => undefined);
}

/** @returns what those do who sign up on a day */
function joiningOn(business: Business, date: Temporal.PlainDate): ((world: World) => Promise<void>)[] {
  const { today, firstDay, weeks } = business;
  const isDay = (since: number) =>
    since >= weeks ? date.equals(firstDay) : date.equals(today.subtract({ weeks: since, days: 2 }));
  const joining: ((world: World) => Promise<void>)[] = [];
  if (date.equals(firstDay)) joining.push((world) => joinAsCasey(business, world));
  let number = 0;
  for (const [worker, customers] of Object.entries(demoCustomers) as [WorkerName, DemoCustomer[]][]) {
    for (const [index, customer] of customers.entries()) {
      number += 1;
      const phone = 100 + number;
      if (isDay(customer.since)) joining.push((world) => join(business, world, { customer, worker, index, phone }));
    }
  }
  return joining;
}

async function joinAsCasey(business: Business, world: World): Promise<void> {
  const casey: DemoCustomer = {
    name: 'Casey Rivera',
    ...caseysHome,
    since: business.weeks,
    visits: 2,
    dogs: 'Juno, a spaniel, and Pip, who is mostly terrier.',
    gate: 'Gate on the left of the garage, code 0815.',
  };
  await join(business, world, { customer: casey, worker: 'wren', index: 0, phone: 100, username: 'casey' });
}

type Joining = { customer: DemoCustomer; worker: WorkerName; index: number; phone: number; username?: string };

/** Somebody signs up, saves a card and asks for a service, which the worker takes. Who came this week still waits. */
async function join(business: Business, world: World, { customer, worker, index, phone, username }: Joining) {
  const { name, dogs, gate, visits, product = 'usual', coupon } = customer;
  const [firstName = '', ...rest] = name.split(' ');
  const lastName = rest.join(' ');
  const person = { ...customer, firstName, lastName, username: username ?? usernameOf(name), phone };
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
  business.services.push({ ...service, firstWeekDay: required(weekDays[0]) });
}

const usernameOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');

const isDueTo = (service: Service, date: Temporal.PlainDate) =>
  service.weekDays.includes(weekDayOf(date)) &&
  isVisitDue(date, { ...service, weekOffset: 0 }) &&
  !service.isOff?.(date);

/** @returns what happens to a visit that is due, if it is anything of its own */
function turnOf({ today }: Business, service: Service, date: Temporal.PlainDate) {
  if (weekDayOf(date) !== service.firstWeekDay) return undefined;
  const weeksAgo = Math.ceil(date.until(today).days / 7);
  return turns[`${service.name} ${weeksAgo}`];
}

async function takeOffTomorrow(business: Business, world: World, tomorrow: Temporal.PlainDate): Promise<void> {
  for (const service of business.services.filter((one) => isDueTo(one, tomorrow))) {
    const turn = turnOf(business, service, tomorrow);
    if (turn?.what !== 'taken-off') continue;
    const form = { date: calendarDay(tomorrow), reason: turn.reason };
    await createSkip(world, service.caller, service.engagementId, form);
  }
}

/** All workers drive their routes; they meet after each stop only because then what it costs is collected. */
async function drive(business: Business, date: Temporal.PlainDate): Promise<void> {
  const { now, today } = business;
  const routes = [...business.workers.keys()].map((worker) => {
    const stops = business.services.filter((service) => service.worker === worker && isDueTo(service, date));
    const made = stops.filter((service) => {
      const what = turnOf(business, service, date)?.what;
      return what !== 'taken-off' && what !== 'missed';
    });
    // In the plan the first customers come last in a day, and Casey first of all: so the newest are served first.
    const order = made.toReversed();
    return worker === 'wren' && date.equals(today) ? order.slice(0, -leftForVisitor) : order;
  });
  const longest = Math.max(...routes.map((route) => route.length));
  for (let stop = 0; stop < longest; stop += 1) {
    const start = clockTime(date, '08:00').add({ minutes: 85 * stop });
    if (!isBefore(start, now)) return;
    await Promise.all(
      routes.map(async (route, number) => {
        const service = route[stop];
        if (service) await visit(business, service, date, start.add({ minutes: 6 * number }));
      }),
    );
    const end = start.add({ minutes: 80 });
    const world = business.go(isBefore(end, now) ? end : now);
    await sweepBilling(world);
    await deliverDueMessages(world);
    await leaveTips(business, world, date);
  }
}

/** One visit, as far as it has come by now. */
async function visit(business: Business, service: Service, date: Temporal.PlainDate, start: Temporal.Instant) {
  const { now, at } = business;
  business.visitCount += 1;
  const number = business.visitCount;
  const { caller, profileId } = required(business.workers.get(service.worker));
  const turn = turnOf(business, service, date);
  const { engagementId } = service;
  const travel = 8 + ((number * 7) % 9);
  const work = 16 + ((number * 5) % 17);
  const isYet = (minutes: number) => isBefore(start.add({ minutes }), now);
  const minute = (minutes: number) => at(start.add({ minutes }));
  if (!isYet(0)) return;
  const { id } = await createWork(minute(0), profileId, { engagementId });
  const step = async (minutes: number, status: Parameters<typeof updateWork>[3]['status']) => {
    if (!isYet(minutes)) return false;
    await updateWork(minute(minutes), profileId, id, { status });
    return true;
  };
  if (!(await step(1, 'WORK_STATUS_TRAVEL_STARTED'))) return;
  if (!(await step(1 + travel, 'WORK_STATUS_TRAVEL_COMPLETED'))) return;
  if (turn?.what === 'locked' || turn?.what === 'other') {
    const gate = minute(4 + travel);
    await photograph(business, gate, caller, id, number);
    const cause = turn.what === 'locked' ? 'no-access' : 'other';
    await createSkip(gate, caller, engagementId, { date: calendarDay(date), reason: turn.reason, cause });
    return;
  }
  if (!(await step(3 + travel, 'WORK_STATUS_WORK_STARTED'))) return;
  const hasPhoto = date.until(business.today).days <= 21 || number % 3 === 0;
  if (hasPhoto && isYet(work + travel)) await photograph(business, minute(work + travel), caller, id, number);
  const isDone = await step(3 + travel + work, 'WORK_STATUS_WORK_COMPLETED');
  if (isDone && turn?.what === 'tip') tipsFor.set(service, id);
}

/** The visits that their customers will tip for. */
const tipsFor = new Map<Service, string>();

async function leaveTips(_business: Business, world: World, _date: Temporal.PlainDate): Promise<void> {
  for (const [{ caller, engagementId }, workId] of tipsFor) {
    await leaveTip(world, caller, { engagementId, workId }, { requestId: randomUUID(), amount: 500 });
  }
  tipsFor.clear();
}

async function photograph(business: Business, world: World, worker: Caller, workId: string, number: number) {
  const { local } = world.files;
  const picture = required(business.pictures[number % business.pictures.length]);
  // In a bucket only a browser can put a file.
  if (!local) return;
  const form = { workId, contentType: 'image/jpeg', contentLength: picture.length } as const;
  const { fileId } = await requestUpload(world, worker, form);
  await local.takeUpload(fileId, Readable.from([picture]));
  await completeUpload(world, worker, fileId);
}

type OfficeAct = (business: Business, world: World) => Promise<unknown>;

const serviceOf = ({ services }: Business, name: string) => services.find((service) => service.name === name);

/** Does something with somebody's service; nobody has come yet when there are fewer weeks. */
const withService =
  (name: string, act: (service: Service, business: Business, world: World) => Promise<unknown>): OfficeAct =>
  async (business, world) => {
    const service = serviceOf(business, name);
    if (service) await act(service, business, world);
  };

const changeCard = (name: string, number?: string) =>
  withService(name, async ({ caller, engagementId }, business, world) => {
    const stripePaymentMethodId = await saveCard(world, business.tools, caller, number);
    await updateEngagement(world, caller, engagementId, { stripePaymentMethodId });
  });

/** From the next day on there are no visits. */
const ends = (service: Service, world: World) => {
  const last = world.clock.now().toZonedDateTimeISO(businessTimeZone).toPlainDate();
  service.isOff = (date) => Temporal.PlainDate.compare(date, last) >= 0;
};

const cancel = (name: string, cancelReason: CancelReason, cancelNote: string) =>
  withService(name, async (service, _, world) => {
    const { version } = await getEngagement(world, service.caller, service.engagementId);
    const form = { status: 'ENGAGEMENT_STATUS_CANCELLED', cancelReason, cancelNote, version } as const;
    await updateEngagement(world, service.caller, service.engagementId, form);
    ends(service, world);
  });

const hold = (name: string, from: number, until: number) =>
  withService(name, async (service, { today }, world) => {
    const firstDay = today.add({ days: from });
    const lastDay = today.add({ days: until });
    const days = { firstDay: calendarDay(firstDay), lastDay: calendarDay(lastDay) };
    await createHold(world, service.caller, service.engagementId, days);
    service.isOff = (date) =>
      Temporal.PlainDate.compare(firstDay, date) <= 0 && Temporal.PlainDate.compare(date, lastDay) <= 0;
  });

const note = (name: string, text: string) =>
  withService(name, (service, business, world) =>
    createNote(world, staffOf(business), service.profileId, { id: randomUUID(), text }),
  );

/** What happens besides visits, by how many days ago. */
const officeDays: [number, OfficeAct][] = [
  [44, note('Luis Cardenas', 'Prefers a call to a text. Toro is gentle once he has smelled your hand.')],
  [33, cancel('Anh Pham', 'too-expensive', 'May come back in spring.')],
  [26, note('Ken Yamashiro', 'Wants the same keeper each time, please.')],
  [24, cancel('Bethany Crouse', 'moving', 'To Tulsa, end of the month.')],
  // Declined until a new card comes.
  [19, changeCard('Trent Hollis', declinedCard)],
  [13, changeCard('Roy Hutchens', declinedCard)],
  [11, changeCard('Trent Hollis')],
  [
    10,
    withService('Derek Simms', async (service, _, world) => {
      const { version } = await getEngagement(world, service.caller, service.engagementId);
      await updateEngagement(world, service.caller, service.engagementId, {
        status: 'ENGAGEMENT_STATUS_PAUSED',
        version,
      });
      ends(service, world);
    }),
  ],
  [9, hold('Kwame Asante', -2, 8)],
  [
    9,
    withService('Gene Applewhite', ({ profileId }, business, world) =>
      giveCredit(world, staffOf(business), profileId, {
        requestId: randomUUID(),
        isPreview: false,
        amount: 1000,
        reason: 'Thank you for telling Noor about us',
        version: 0,
      }),
    ),
  ],
  [8, changeCard('Earl Vance', declinedCard)],
  [
    6,
    withService('Hana Sato', async ({ profileId }, business, world) => {
      const { bills } = await listBills(world, profileId, undefined);
      const bill = bills.find(({ amount }) => amount > 0);
      if (!bill) return;
      const reason = 'The corner by the swing set was missed';
      const refund = { requestId: randomUUID(), isPreview: false, amount: 500, reason, refundedBefore: 0 };
      await refundBill(world, staffOf(business), bill.id, refund);
      await makeDueRefunds(world);
    }),
  ],
  [5, cancel('Vernon Pike', 'does-it-alone', 'His grandson does it now.')],
  [3, hold('Faye Dunmore', 4, 13)],
  [
    3,
    async (_, world) => {
      const caller = await openAccount(world, 'WORKER', { username: 'nadiapetrov', phone: 190, ...applicant });
      return caller;
    },
  ],
  [
    1,
    withService('Casey Rivera', async ({ caller, profileId }, business, world) => {
      const [address] = await listAddresses(world, profileId);
      const addressId = required(address).id;
      await createEngagement(world, caller, profileId, {
        productId: required(business.products.get('deep')),
        serviceAddressId: addressId,
        billingAddressId: addressId,
        stripePaymentMethodId: await saveCard(world, business.tools, caller, '5555555555554444'),
        yardSize: 'YARD_SIZE_STANDARD',
        scheduleTemplate: { period: 'PERIOD_WEEKLY', frequency: 1, interval: 2, startDay: calendarDay(business.today) },
      });
    }),
  ],
  ...demoInquiries.flatMap((inquiry): [number, OfficeAct][] => [
    [inquiry.days, (_, world) => ask(world, inquiry)],
    ...(inquiry.end === 'open'
      ? []
      : [[inquiry.days - 1, (business, world) => answer(business, world, inquiry)] as [number, OfficeAct]]),
  ]),
];

type DemoInquiry = (typeof demoInquiries)[number];
const emailOf = (name: string) => `${usernameOf(name)}@demo.example`;

async function ask(world: World, { name, city, zipCode, breed, referral, words }: DemoInquiry): Promise<void> {
  const [firstName = '', lastName = ''] = name.split(' ');
  const personal = {
    firstName,
    lastName,
    email: emailOf(name),
    phone: '(479) 555-0188',
    streetAddress1: `${firstName.length * 117} Maple St`,
    city: city.toLowerCase().replaceAll(' ', '-'),
    stateProvince: 'AR',
    country: 'US',
    zipPostal: Number(zipCode),
    referral,
  } as const;
  await sendInquiry(world, {
    from: personal.email,
    subject: 'Inquiry',
    message: words,
    data: {
      personal,
      yard: { details: words },
      pets: [{ breed, count: 1 }],
      schedule: { frequency: 'once-a-week' },
      notification: { communicationPreference: 'email' },
    },
  });
}

async function answer(business: Business, world: World, inquiry: DemoInquiry): Promise<void> {
  const staff = staffOf(business);
  const { inquiries } = await listInquiries(world, { search: emailOf(inquiry.name) });
  const { id } = required(inquiries[0]);
  if (inquiry.end === 'answered') await updateInquiry(world, staff, id, true);
  else if (inquiry.end === 'order') await offer(business, world, inquiry, id);
  else await loseInquiry(world, staff, id, { reason: inquiry.end as 'too-expensive' });
}

/** The office asks for the service of somebody who has written; the link waits to be opened. */
async function offer(business: Business, world: World, { name, city, zipCode }: DemoInquiry, inquiryId: string) {
  const [firstName = '', lastName = ''] = name.split(' ');
  await createOrder(world, staffOf(business), {
    inquiryId,
    firstName,
    lastName,
    email: emailOf(name),
    channel: 'email',
    streetAddress1: `${firstName.length * 117} Maple St`,
    city,
    state: 'AR',
    zipCode,
    country: 'US',
    productId: required(business.products.get('usual')),
    yardSize: 'YARD_SIZE_STANDARD',
    scheduleTemplate: { period: 'PERIOD_WEEKLY', frequency: 1, interval: 1, startDay: calendarDay(business.today) },
  });
}
