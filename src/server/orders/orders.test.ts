import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eraseMessagesOf } from '../database/erased-words.ts';
import { messages } from '../database/schema/messages.ts';
import { orders } from '../database/schema/orders.ts';
import { profiles } from '../database/schema/profiles.ts';
import { markBroken } from '../messages/broken-emails.ts';
import { resumeConsents, revokeConsents } from '../messages/consents.ts';
import { advanceFor, buildCoupon, buildProduct } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person, saveSettings, testPassword } from '../testing/factories.ts';
import { buildOrder, orderBody, orderToken } from '../testing/order-factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { giveMessagesTo } from './links-store.ts';

let yardpack: TestWorld;
let erin: Person;
beforeEach(async () => {
  yardpack = await createTestWorld();
  erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Office' });
});
afterEach(() => yardpack.close());

const create = async (details: Record<string, unknown> = {}) =>
  yardpack.call('createOrder', { as: erin.accessToken, body: await orderBody(yardpack, details) });
const read = async (orderId: string) =>
  (await yardpack.call('getOrder', { as: erin.accessToken, params: { orderId } })).body.order;
const send = (orderId: string, body: object) =>
  yardpack.call('sendOrder', { as: erin.accessToken, params: { orderId }, body: { textsAgreed: true, ...body } });
const takeBack = (orderId: string) => yardpack.call('takeBackOrder', { as: erin.accessToken, params: { orderId } });
const check = (token: string) => yardpack.call('checkOrderLink', { body: { token } });
const textsTo = async (to: string) => (await yardpack.messages()).filter((message) => message.to === to);

test('what staff write down comes back, the link goes out at once, and each order is told in the record', async () => {
  const product = await buildProduct(yardpack);
  const { status, body } = await create({ productId: product.id, channel: 'text', frequency: 2, interval: 2 });
  expect(status).toBe(200);
  await yardpack.drain();
  const order = await read(body.order.id);
  expect(order).toMatchObject({
    status: 'waiting',
    isStuck: false,
    askedBy: 'Erin Office',
    phone: '+14795550177',
    productName: product.name,
    baseCost: 1500,
    frequency: 2,
    interval: 2,
    gateNotes: 'Code 1234',
    dogNotes: 'Rex is shy',
    userId: null,
    customerProfileId: null,
    links: [{ channel: 'text', sentTo: '+14795550177', delivery: 'sent', isReminder: false }],
  });
  const [text] = await textsTo('+14795550177');
  expect(text?.text).toMatch(
    /^Yardpack: thank you for your call, Cal\..* http:\/\/localhost:3000\/card-link\?token=[\w-]{43}$/,
  );
  const { body: changes } = await yardpack.call('listChanges', {
    as: erin.accessToken,
    query: { subjectId: order.id },
  });
  expect(changes.changes.map(({ kind, by, subject }) => [kind, by?.name, subject.name])).toEqual([
    ['order-made', 'Erin Office', 'Cal Ler'],
  ]);
});

test.each([
  ['no email to send to', { email: undefined }, 'body.email', 'This field is required.'],
  ['no phone number to send to', { channel: 'text', phone: undefined }, 'body.phone', 'This field is required.'],
  ['another way', { channel: 'pigeon' }, 'body.channel', 'Please choose how we send the link.'],
  [
    'a place where nobody comes',
    { city: 'Tulsa', state: 'OK', zipCode: '74101' },
    'body.zipCode',
    'We do not come to Tulsa, OK 74101 yet. We serve Northwest Arkansas.',
  ],
  [
    'a city and a zip code of another one',
    { city: 'Rogers', zipCode: '72712' },
    'body.city',
    '72712 is in Bentonville, not in Rogers.',
  ],
  [
    'a city that is far from its zip code',
    { city: 'Little Rock', zipCode: '72712' },
    'body.city',
    '72712 is in Bentonville, not in Little Rock.',
  ],
  [
    'a large city of another state',
    { city: 'Tulsa', zipCode: '72712' },
    'body.city',
    '72712 is in Bentonville, not in Tulsa.',
  ],
  [
    'a day that is over',
    { startDay: { year: 2020, month: 1, day: 1 } },
    'body.scheduleTemplate.startDay',
    'Start date cannot be in the past.',
  ],
  ['an unknown coupon', { couponName: 'NOPE' }, 'body.couponName', 'We do not know this coupon.'],
  ['an unknown account', { userId: randomUUID() }, 'body.userId', 'There is no such account.'],
  ['an unknown inquiry', { inquiryId: randomUUID() }, 'body.inquiryId', 'There is no such inquiry.'],
  ['no name', { firstName: ' ' }, 'body.firstName', 'This field is required.'],
])('an order with %s is refused at its field', async (_, details, path, message) => {
  const { status, error } = await create(details);
  expect([status, error.fields]).toEqual([400, [{ path, message }]]);
  expect(await yardpack.world.database.select().from(orders)).toEqual([]);
});

test('a price that was told and has changed is refused, and the coupon is checked for its customer', async () => {
  expect((await create({ quotedBaseCost: 1400 })).error.errorCode).toBe('PRICE_CHANGED');
  await buildCoupon(yardpack, { name: 'WELCOME' });
  expect((await create({ quotedBaseCost: 1500, couponName: 'welcome' })).body.order.couponName).toBe('welcome');
});

test('the same order sent twice at once is one order and one link', async () => {
  const body = { ...(await orderBody(yardpack)), orderId: randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => yardpack.call('createOrder', { as: erin.accessToken, body })),
  );
  expect(answers.map(({ status, body: { order } }) => [status, order.id])).toEqual(Array(5).fill([200, body.orderId]));
  await yardpack.drain();
  expect(await textsTo('cal@example.com')).toHaveLength(1);
});

test('who has an account already is found by email or phone, and not doubled', async () => {
  const casey = await buildCustomer(yardpack, { firstName: 'Casey', lastName: 'Known' });
  const find = async (query: object) => (await yardpack.call('findAccounts', { as: erin.accessToken, query })).body;
  for (const query of [{ email: casey.email.toUpperCase() }, { phone: '479.555.0123' }]) {
    const { accounts } = await find(query);
    // Erin has the same phone number, as everybody in these tests.
    const account = accounts.find(({ userId }) => userId === casey.userId);
    expect(account).toMatchObject({ customerProfileId: casey.profileId, name: 'Casey Known', isClosed: false });
    expect(account?.address).toMatchObject({ streetAddress1: '100 Main St', zipCode: '72712' });
  }
  expect(await find({ email: 'nobody@example.com' })).toEqual({ accounts: [], waitingOrders: [] });
  expect(await find({})).toEqual({ accounts: [], waitingOrders: [] });
  const refused = await create({ email: casey.email });
  expect([refused.status, refused.error.fields?.[0]?.path]).toEqual([409, 'body.email']);
  const { body } = await create({ email: casey.email, userId: casey.userId });
  expect(body.order.userId).toBe(casey.userId);
  expect((await find({ email: casey.email })).waitingOrders).toMatchObject([{ id: body.order.id, name: 'Cal Ler' }]);
});

test('an account that is closed gets no order', async () => {
  const casey = await buildCustomer(yardpack);
  await yardpack.call('closeAccount', { as: erin.accessToken, params: { profileId: casey.profileId } });
  const { status, error } = await create({ email: casey.email, userId: casey.userId });
  expect([status, error.fields?.[0]?.path]).toEqual([400, 'body.userId']);
});

test('sent to a corrected number, the new link works and every old one has ended', async () => {
  const order = await buildOrder(yardpack, erin, { channel: 'text' });
  expect((await check(order.token)).status).toBe(200);
  const { status, body } = await send(order.id, { channel: 'text', phone: '4795550178', email: 'cal@example.com' });
  expect([status, body.order.phone]).toEqual([200, '+14795550178']);
  await yardpack.drain();
  expect((await check(order.token)).error.errorCode).toBe('LINK_EXPIRED');
  expect((await check(await orderToken(yardpack, '+14795550178'))).status).toBe(200);
  const { body: changes } = await yardpack.call('listChanges', { as: erin.accessToken, query: { kind: 'order-sent' } });
  expect(changes.changes[0]?.fields).toEqual([{ name: 'phone', from: null, to: null }]);
});

test('sent by the other way, the order keeps the number that was said on the phone', async () => {
  const order = await buildOrder(yardpack, erin, { channel: 'text' });
  await yardpack.advance('PT2M');
  const { status, body } = await send(order.id, { channel: 'email', email: 'other.cal@example.com' });
  expect([status, body.order.email, body.order.phone]).toEqual([200, 'other.cal@example.com', order.phone]);
});

test('a link is not texted to who has stopped texts, and is to who texts START', async () => {
  const { world } = yardpack;
  const phone = '+14795550171';
  const about = { channel: 'text', address: phone, purposes: ['account', 'service'] } as const;
  await world.database.transaction((transaction) =>
    revokeConsents(world, transaction, { ...about, source: 'text-reply', word: 'STOP' }),
  );
  const refused = await create({ channel: 'text', phone });
  const said = 'This number has stopped texts. They can text START, and then it works again.';
  const refusalOf = (instead: string) => [{ path: 'body.channel', message: `${said} ${instead}` }];
  expect([refused.status, refused.error.fields]).toEqual([400, refusalOf('Please send the link by email.')]);
  // No way is offered that is known not to work.
  const email = 'comes.back@example.com';
  await world.database.transaction((transaction) => markBroken(world, transaction, email, { why: 'staff' }));
  const both = await create({ channel: 'text', phone, email });
  expect(both.error.fields).toEqual(refusalOf('Emails to their address come back, so ask for another one.'));
  const order = await buildOrder(yardpack, erin, { phone });
  expect((await send(order.id, { channel: 'text', phone })).error.fields?.[0]?.path).toBe('body.channel');
  await world.database.transaction((transaction) => resumeConsents(world, transaction, phone, 'START'));
  expect((await send(order.id, { channel: 'text', phone })).status).toBe(200);
});

test('an order for a yard where nobody comes anymore is not sent again, and its link says so at once', async () => {
  const order = await buildOrder(yardpack, erin);
  const { serviceCities } = (await yardpack.call('getSettings', { as: erin.accessToken })).body.settings;
  expect((await saveSettings(yardpack, erin, { serviceCities: 'Gravette: 72736' })).status).toBe(200);
  // So long settings can be taken back.
  await yardpack.advance('PT61S');
  const again = await send(order.id, { channel: 'email', email: 'cal@example.com' });
  expect([again.status, again.error.message]).toEqual([409, expect.stringMatching(/^We do not come to /)]);
  expect((await check(order.token)).body.baseCost).toBeNull();
  await saveSettings(yardpack, erin, { serviceCities });
  await yardpack.advance('PT61S');
  expect((await check(order.token)).body.baseCost).toBe(order.baseCost);
});

test('an order that was taken back has no link, is not sent again and can be taken back twice', async () => {
  const order = await buildOrder(yardpack, erin);
  expect((await takeBack(order.id)).body.order.status).toBe('taken-back');
  expect((await takeBack(order.id)).status).toBe(200);
  expect((await check(order.token)).error.errorCode).toBe('NOT_ALLOWED_NOW');
  const again = await send(order.id, { channel: 'email', email: 'cal@example.com' });
  expect([again.status, again.error.errorCode]).toEqual([409, 'NOT_ALLOWED_NOW']);
  const renewed = await yardpack.call('renewOrderLink', { body: { token: order.token } });
  expect(renewed.error.message).toBe('This was taken back. Please call us if you still want it.');
});

test('a customer who does not answer is reminded after 2 and 5 days, by day, and then the order waits for staff', async () => {
  // The evening before is outside the hours of texts.
  await yardpack.advance('2027-11-30T04:30:00Z');
  await advanceFor(yardpack, 'PT1M', [erin]);
  const order = await buildOrder(yardpack, erin, { channel: 'text' });
  const count = async () => (await textsTo('+14795550177')).length;
  expect(await count()).toBe(1);
  const stands = async () => {
    const { remindersSent, isStuck } = await read(order.id);
    return [await count(), remindersSent, isStuck];
  };
  await advanceFor(yardpack, '2027-12-02T04:00:00Z', [erin]);
  expect(await stands()).toEqual([1, 0, false]);
  await advanceFor(yardpack, '2027-12-02T05:00:00Z', [erin]);
  expect(await stands()).toEqual([1, 1, false]);
  await advanceFor(yardpack, '2027-12-02T14:00:00Z', [erin]);
  expect(await stands()).toEqual([2, 1, false]);
  expect((await check(order.token)).status).toBe(200);
  await advanceFor(yardpack, '2027-12-05T14:00:00Z', [erin]);
  expect(await stands()).toEqual([3, 2, false]);
  await advanceFor(yardpack, '2027-12-07T14:05:00Z', [erin]);
  expect(await stands()).toEqual([3, 2, true]);
  const list = await yardpack.call('listOrders', { as: erin.accessToken, query: { state: 'stuck' } });
  expect(list.body.orders.map(({ id }) => id)).toEqual([order.id]);
  const desk = async () => (await yardpack.call('getStaffDesk', { as: erin.accessToken })).body.stuckOrders;
  expect(await desk()).toMatchObject({ count: 1, rows: [{ orderId: order.id, name: 'Cal Ler' }] });
  expect((await check(order.token)).error.errorCode).toBe('LINK_EXPIRED');
  await send(order.id, { channel: 'text', phone: '4795550177' });
  expect((await desk()).count).toBe(0);
  await yardpack.drain();
  expect(await stands()).toEqual([4, 0, false]);
});

test('an order ends with the account that it is for: the link says so, nobody is reminded, and the record has it', async () => {
  const casey = await buildCustomer(yardpack);
  const order = await buildOrder(yardpack, erin, { userId: casey.userId, email: casey.email });
  const early = await buildOrder(yardpack, erin, { email: 'early@example.com', streetAddress1: '8 Call St' });
  const other = await buildOrder(yardpack, erin, { email: 'other@example.com', streetAddress1: '9 Call St' });
  const cal = await buildCustomer(yardpack, { email: 'Early@example.com' });
  for (const { profileId } of [casey, cal]) {
    await yardpack.call('closeAccount', { as: erin.accessToken, params: { profileId } });
  }
  await advanceFor(yardpack, 'PT1M', [erin]);
  expect([(await read(order.id)).status, (await read(early.id)).status]).toEqual(['taken-back', 'taken-back']);
  expect((await check(order.token)).error.errorCode).toBe('NOT_ALLOWED_NOW');
  const renewed = await yardpack.call('renewOrderLink', { body: { token: order.token } });
  expect(renewed.error.message).toBe('This was taken back. Please call us if you still want it.');
  await advanceFor(yardpack, 'P2DT1M', [erin]);
  expect((await read(order.id)).links).toHaveLength(1);
  expect((await read(other.id)).status).toBe('waiting');
  const { body } = await yardpack.call('listChanges', { as: erin.accessToken, query: { subjectId: order.id } });
  expect(body.changes.map(({ kind, by }) => [kind, by?.name])).toEqual([
    ['order-taken-back', undefined],
    ['order-made', 'Erin Office'],
  ]);
  const refused = await send(other.id, { channel: 'email', email: casey.email });
  expect(refused.error.fields?.[0]).toEqual({
    path: 'body.email',
    message: 'The account with this email is closed. It can be opened again first.',
  });
});

test('a reminder that waits for the morning is not sent once the order has ended', async () => {
  await yardpack.advance('2027-11-30T04:30:00Z');
  await advanceFor(yardpack, 'PT1M', [erin]);
  const order = await buildOrder(yardpack, erin, { channel: 'text' });
  await advanceFor(yardpack, '2027-12-02T05:00:00Z', [erin]);
  await takeBack(order.id);
  await advanceFor(yardpack, '2027-12-02T15:00:00Z', [erin]);
  expect(await textsTo('+14795550177')).toHaveLength(1);
});

test('the holder of a link that has ended gets a new one sent to where staff say, and not twice in five minutes', async () => {
  const order = await buildOrder(yardpack, erin, { email: 'right@example.com' });
  await send(order.id, { channel: 'email', email: 'right@example.com', phone: '4795550177' });
  await yardpack.drain();
  const mails = async () => (await textsTo('right@example.com')).length;
  for (let press = 0; press < 3; press += 1) {
    await yardpack.call('renewOrderLink', { body: { token: order.token } });
    await yardpack.drain();
  }
  expect([await mails(), (await textsTo('+14795550177')).length]).toEqual([3, 0]);
  expect((await yardpack.call('renewOrderLink', { body: { token: 'x'.repeat(43) } })).error.errorCode).toBe(
    'LINK_EXPIRED',
  );
});

test('the text of an order is found by the order, whoever has its number, until the account of its customer is there', async () => {
  // Somebody else of the house has the number, and so has a second one later.
  const ann = await buildCustomer(yardpack, { firstName: 'Ann', lastName: 'Ler' });
  const { database } = yardpack.world;
  const own = async (profileId: string, phone: string) =>
    await database.update(profiles).set({ phone }).where(eq(profiles.id, profileId));
  await own(ann.profileId, '+14795550177');
  const order = await buildOrder(yardpack, erin, { channel: 'text', email: undefined });
  const list = async (query: object) =>
    (await yardpack.call('listMessages', { as: erin.accessToken, query })).body.messages.filter(
      ({ subject }) => subject === 'Please confirm your yard service',
    );
  const ofOrder = { people: [], order: { id: order.id, name: 'Cal Ler' } };
  expect(await list({ q: '4795550177' })).toMatchObject([ofOrder]);
  // By its name too, or beginnings of its words.
  for (const q of ['Cal', 'ler', 'Cal Le']) expect(await list({ q })).toMatchObject([ofOrder]);
  for (const q of ['Cal Other', 'ann', 'Erin']) expect(await list({ q })).toEqual([]);
  expect(await list({ q: 'Cal', channel: 'email' })).toEqual([]);
  expect(await list({ profileId: ann.profileId })).toEqual([]);
  await own(ann.profileId, '+14795550188');
  const bea = await buildCustomer(yardpack, { firstName: 'Bea' });
  await own(bea.profileId, '+14795550177');
  expect(await list({})).toMatchObject([ofOrder]);
  for (const { profileId } of [ann, bea]) expect(await list({ profileId })).toEqual([]);
  // What is erased of her is not the order's.
  await database.transaction((transaction) =>
    eraseMessagesOf(
      transaction,
      { userId: bea.userId, addresses: ['+14795550177'], textIds: [] },
      yardpack.world.clock.now(),
    ),
  );
  expect(await list({})).toMatchObject([{ ...ofOrder, recipient: '+14795550177' }]);
  await database.transaction((transaction) => giveMessagesTo(transaction, order.id, ann.userId));
  expect((await list({ profileId: ann.profileId })).map(({ people }) => people.map(({ name }) => name))).toEqual([
    ['Ann Ler'],
  ]);
});

test('a text that cannot be delivered is said at the order', async () => {
  const order = await buildOrder(yardpack, erin);
  await yardpack.world.database.execute(
    "update messages set outcome = 'dead', due_at = null, ended_at = now() where dedupe_key like 'order-link:%'",
  );
  expect((await read(order.id)).links[0]?.delivery).toBe('failed');
});

test('orders are listed newest first, page by page, and by whether they wait', async () => {
  const made: string[] = [];
  const product = await buildProduct(yardpack);
  for (let index = 0; index < 27; index += 1) {
    const { body } = await create({
      productId: product.id,
      email: `cal${index}@example.com`,
      streetAddress1: `${index} Call St`,
    });
    made.unshift(body.order.id);
  }
  const list = async (query: { state?: 'waiting' | 'all'; after?: string } = {}) =>
    (await yardpack.call('listOrders', { as: erin.accessToken, query })).body;
  const first = await list();
  const second = await list({ after: first.next ?? '' });
  expect([...first.orders, ...second.orders].map(({ id }) => id)).toEqual(made);
  await takeBack(made[0] ?? '');
  expect((await list({ state: 'waiting' })).orders[0]?.id).toBe(made[1]);
});

test('staff find an order by parts of its name, email, street and phone number', async () => {
  const product = await buildProduct(yardpack);
  const base = { productId: product.id };
  const one = await buildOrder(yardpack, erin, {
    ...base,
    firstName: 'Ana',
    lastName: '100%_Sure',
    email: 'ana@example.com',
  });
  const other = { ...base, email: 'bo@example.org', phone: '479 555 0142', streetAddress1: '9 Elm St' };
  const two = await buildOrder(yardpack, erin, other);
  const find = async (q: string, state: 'all' | 'stuck' = 'all') =>
    (await yardpack.call('listOrders', { as: erin.accessToken, query: { q, state } })).body.orders.map(({ id }) => id);
  expect(await find('ana 100%_s')).toEqual([one.id]);
  expect(await find('ELM')).toEqual([two.id]);
  expect(await find('bo@example')).toEqual([two.id]);
  expect(await find('(479) 555-0142')).toEqual([two.id]);
  expect(await find('%')).toEqual([one.id]);
  expect(await find('nobody')).toEqual([]);
  expect(await find('ana', 'stuck')).toEqual([]);
});

test('two employees who take the same call make one order, and the second is told', async () => {
  const body = await orderBody(yardpack);
  const { accessToken } = await buildEmployee(yardpack);
  const answers = await Promise.all(
    [erin.accessToken, accessToken].map((as) =>
      yardpack.call('createOrder', { as, body: { ...body, streetAddress1: '7 CALL St' } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.error.fields?.[0]?.path).toBe('body.streetAddress1');
  const made = answers.find(({ status }) => status === 200);
  // Another service at the same yard is another order, and one that has ended is in nobody's way.
  expect((await create({ streetAddress1: '7 Call St' })).status).toBe(200);
  await takeBack(made?.body.order.id ?? '');
  expect((await create({ productId: body.productId })).status).toBe(200);
});

test('whose an order was that came to nothing is forgotten: by an owner at once, and else after half a year', async () => {
  const [kept, gone] = [
    await buildOrder(yardpack, erin, { email: 'kept@example.com', streetAddress1: '70 Kept St' }),
    await buildOrder(yardpack, erin, { email: 'gone@example.com', streetAddress1: '71 Gone St' }),
  ];
  const erase = (orderId: string) => yardpack.call('eraseOrder', { as: erin.accessToken, params: { orderId } });
  expect((await erase(gone.id)).error).toMatchObject({
    errorCode: 'NOT_ALLOWED_NOW',
    message: expect.stringMatching(/Take it back before/),
  });
  await takeBack(gone.id);
  for (let time = 0; time < 2; time += 1) expect((await erase(gone.id)).status).toBe(200);
  const words = { firstName: 'Erased', streetAddress1: 'Erased', email: 'Erased', phone: null };
  expect(await read(gone.id)).toMatchObject(words);
  await yardpack.drain();
  const written = JSON.stringify(await yardpack.world.database.select().from(messages));
  expect([written.includes('gone@example.com'), written.includes('kept@example.com')]).toEqual([false, true]);
  const { changes } = (await yardpack.call('listChanges', { as: erin.accessToken, query: { kind: 'order-erased' } }))
    .body;
  expect(changes).toHaveLength(1);

  // Nobody answers the other one: it ends by itself, and its words go half a year later.
  for (let time = 0; time < 4; time += 1) await advanceFor(yardpack, 'P3D', [erin]);
  await advanceFor(yardpack, 'P176D', [erin]);
  expect(await read(kept.id)).toMatchObject({ status: 'waiting', firstName: 'Cal' });
  await advanceFor(yardpack, 'P5D', [erin]);
  expect(await read(kept.id)).toMatchObject({ status: 'taken-back', firstName: 'Cal' });
  await advanceFor(yardpack, 'P181D', [erin]);
  expect(await read(kept.id)).toMatchObject(words);
});

test('an order that cannot be accepted anymore is counted before, stands on the desk, and is not sent again', async () => {
  const product = await buildProduct(yardpack);
  const { id, token } = await buildOrder(yardpack, erin, { productId: product.id });
  const { serviceCities } = (await yardpack.call('getSettings', { as: erin.accessToken })).body.settings;
  const { zipCode } = await read(id);
  const without = serviceCities
    .split('\n')
    .map((line) => line.replace(` ${zipCode}`, ''))
    .filter((line) => /\d/.test(line))
    .join('\n');
  const counted = await yardpack.call('previewArea', {
    as: erin.accessToken,
    body: { serviceState: 'AR', serviceCities: without },
  });
  expect(counted.body).toMatchObject({ services: 0, proposals: 0, orders: 1 });
  const stuck = async () =>
    (await yardpack.call('getStaffDesk', { as: erin.accessToken })).body.stuckOrders.rows.map(({ orderId }) => orderId);
  expect(await stuck()).toEqual([]);
  await saveSettings(yardpack, erin, { serviceCities: without });
  await advanceFor(yardpack, 'PT2M', [erin]);
  expect(await stuck()).toEqual([id]);
  const order = await read(id);
  expect([order.isStuck, order.problem]).toEqual([true, expect.stringContaining('We do not come to')]);
  const refused = await send(id, { channel: 'email', email: 'cal@example.com' });
  expect([refused.status, refused.error.message]).toEqual([409, order.problem]);
  // Nor does its customer get another link, or an account that is good for nothing.
  const words = [409, 'We do not offer this service at your address anymore. Please call us.'];
  const renewed = await yardpack.call('renewOrderLink', { body: { token } });
  expect([renewed.status, renewed.error.message]).toEqual(words);
  const form = { token, password: testPassword, email: 'cal@example.com', phone: '4795550177', agreedToTerms: true };
  const opened = await yardpack.call('openOrderAccount', { body: form });
  expect([opened.status, opened.error.message]).toEqual(words);
  await yardpack.drain();
  const mails = (await yardpack.messages()).length;
  for (let day = 0; day < 8; day += 1) await advanceFor(yardpack, 'P1D', [erin]);
  expect((await yardpack.messages()).length).toBe(mails);
  // Once it can be accepted again, staff read so, and send it again; nobody does so by itself.
  const reasons = async () =>
    (await yardpack.call('getStaffDesk', { as: erin.accessToken })).body.stuckOrders.rows.map(({ reason }) => reason);
  expect(await reasons()).toEqual(['not-acceptable']);
  await saveSettings(yardpack, erin, { serviceCities });
  await advanceFor(yardpack, 'PT2M', [erin]);
  expect(await reasons()).toEqual(['acceptable-again']);
  expect(await read(id)).toMatchObject({ isStuck: true, problem: null, remindersSent: 0 });
  expect((await yardpack.messages()).length).toBe(mails);
  expect((await yardpack.call('renewOrderLink', { body: { token } })).status).toBe(200);
  expect((await send(id, { channel: 'email', email: 'cal@example.com' })).status).toBe(200);
  expect(await reasons()).toEqual([]);
  for (let day = 0; day < 8; day += 1) await advanceFor(yardpack, 'P1D', [erin]);
  expect(await reasons()).toEqual(['no-answer']);
});

test('an order whose product is archived is not sent again, and staff read words of their own', async () => {
  const product = await buildProduct(yardpack);
  const { id } = await buildOrder(yardpack, erin, { productId: product.id });
  const archived = await yardpack.call('archiveProduct', { as: erin.accessToken, params: { productId: product.id } });
  expect(archived.status).toBe(200);
  const refused = await send(id, { channel: 'email', email: 'cal@example.com' });
  expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining('not offered anymore')]);
  expect((await takeBack(id)).body.order).toMatchObject({ status: 'taken-back', problem: null });
  expect((await send(id, { channel: 'email', email: 'cal@example.com' })).error.message).toBe(
    'This order was taken back. Please make a new one.',
  );
});
