import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advanceFor, buildCoupon, buildEngagement, engagementBody } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person, signUpBody } from '../testing/factories.ts';
import { buildOrder, orderBody } from '../testing/order-factories.ts';
import { buildCard } from '../testing/payment-factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
let erin: Person;
beforeAll(async () => {
  yardpack = await createTestWorld();
  erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Office' });
});
afterAll(() => yardpack.close());

const ask = async (customer: Person, details: object = {}) =>
  await yardpack.call('createEngagement', {
    as: customer.accessToken,
    params: { customerProfileId: customer.profileId },
    body: { ...(await engagementBody(yardpack, customer)), ...details },
  });
const accept = async (person: Person, token: string) =>
  await yardpack.call('acceptOrder', {
    as: person.accessToken,
    body: {
      ...{ token, quotedBaseCost: 1500, withCoupon: false, agreedToTerms: true },
      stripePaymentMethodId: await buildCard(yardpack, person),
    },
  });

test('no service takes the id of an order that waits, and no order that of a service', async () => {
  const casey = await buildCustomer(yardpack);
  const order = await buildOrder(yardpack, erin, { email: casey.email, userId: casey.userId });
  const stranger = await buildCustomer(yardpack);
  expect((await ask(stranger, { engagementId: order.id })).error.errorCode).toBe('NOT_FOUND');
  expect((await accept(casey, order.token)).body.engagementId).toBe(order.id);
  const { id } = await buildEngagement(yardpack, stranger);
  const taken = await yardpack.call('createOrder', {
    as: erin.accessToken,
    body: { ...(await orderBody(yardpack, { email: 'taken@example.com', streetAddress1: '8 Call St' })), orderId: id },
  });
  expect([taken.status, taken.error.errorCode]).toEqual([409, 'CONFLICT']);
});

test('no service, order or account takes the id of something of another kind', async () => {
  const customer = await buildCustomer(yardpack);
  const { productId } = await engagementBody(yardpack, customer);
  const order = await buildOrder(yardpack, erin, { email: 'kinds@example.com', streetAddress1: '12 Call St' });
  const engagement = await buildEngagement(yardpack, customer);
  const { userId, profileId, addressId } = customer;
  const ids = { userId, profileId, addressId, productId, orderId: order.id, engagementId: engagement.id };
  for (const [kind, id] of Object.entries(ids)) {
    const answers = {
      engagementId: await ask(customer, { engagementId: id }),
      orderId: await yardpack.call('createOrder', {
        as: erin.accessToken,
        body: { ...(await orderBody(yardpack, { email: `${kind}@example.com` })), orderId: id },
      }),
      userId: await yardpack.call('signUp', { body: { ...signUpBody('PROFILE_TYPE_CUSTOMER'), signUpId: id } }),
    };
    for (const [own, { status }] of Object.entries(answers))
      expect([own, kind, own === kind || [404, 409].includes(status)]).toEqual([own, kind, true]);
  }
});

test('of several that bring one new id at once, one gets it', async () => {
  const customer = await buildCustomer(yardpack);
  for (let round = 0; round < 5; round += 1) {
    const id = randomUUID();
    const address = { email: `once${round}@example.com`, streetAddress1: `${20 + round} Call St` };
    const body = { ...(await orderBody(yardpack, address)), orderId: id };
    const answers = await Promise.all([
      ask(customer, { engagementId: id }),
      yardpack.call('createOrder', { as: erin.accessToken, body }),
      yardpack.call('signUp', { body: { ...signUpBody('PROFILE_TYPE_CUSTOMER'), signUpId: id } }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, expect.any(Number), expect.any(Number)]);
    expect(answers.filter(({ status }) => [404, 409].includes(status))).toHaveLength(2);
  }
});

test('a link is accepted by whom it has reached, although no account has its email yet', async () => {
  const stranger = await buildCustomer(yardpack, { phone: '4795550101' });
  for (const details of [{ email: 'new@example.com' }, { email: undefined, channel: 'text', phone: '4795550102' }]) {
    const order = await buildOrder(yardpack, erin, { ...details, streetAddress1: `${details.channel ?? 'mail'} St 9` });
    const refused = await accept(stranger, order.token);
    expect([refused.status, refused.error?.errorCode]).toEqual([409, 'NOT_ALLOWED_NOW']);
  }
  const reached = await buildCustomer(yardpack, { phone: '4795550103' });
  const texted = await buildOrder(yardpack, erin, {
    ...{ email: undefined, channel: 'text', phone: '4795550103', streetAddress1: '10 Call St' },
  });
  expect((await accept(reached, texted.token)).status).toBe(200);
});

const wrong = { email: { email: 'wrong@example.com' }, text: { phone: '4795550104' } };
const right = { email: { email: 'right@example.com' }, text: { phone: '4795550105', textsAgreed: true } };
test.for([
  ['email', 'email'],
  ['text', 'text'],
  ['text', 'email'],
  ['email', 'text'],
] as const)(
  'a link that went to a wrong place by %s, corrected by %s, asks for no new one',
  async ([before, after]) => {
    const streetAddress1 = `11 ${before} ${after} St`;
    const order = await buildOrder(yardpack, erin, { channel: before, ...wrong[before], streetAddress1 });
    await advanceFor(yardpack, 'PT2M', [erin]);
    const sent = await yardpack.call('sendOrder', {
      as: erin.accessToken,
      params: { orderId: order.id },
      body: { channel: after, ...right[after] },
    });
    expect(sent.status).toBe(200);
    await yardpack.drain();
    const links = () => yardpack.messages({ to: after === 'email' ? 'right@example.com' : '+14795550105' });
    const { length } = await links();
    await advanceFor(yardpack, 'PT10M', [erin]);
    const renewed = await yardpack.call('renewOrderLink', { body: { token: order.token } });
    expect(renewed.error?.errorCode).toBe('LINK_EXPIRED');
    await yardpack.drain();
    expect(await links()).toHaveLength(length);
  },
);

test('a customer has twenty services that wait for a worker at most, also when asked for at once', async () => {
  const customer = await buildCustomer(yardpack);
  const answers = await Promise.all(Array.from({ length: 24 }, () => ask(customer, { engagementId: randomUUID() })));
  const kinds = answers.map(({ status, error }) => (status === 200 ? 'asked' : error.errorCode));
  expect(kinds.filter((kind) => kind === 'asked')).toHaveLength(20);
  expect(kinds.filter((kind) => kind === 'NOT_ALLOWED_NOW')).toHaveLength(4);
});

test('a person tries twenty wrong coupons in an hour, and a right one counts for none of them', async () => {
  const customer = await buildCustomer(yardpack);
  const { couponName: _, ...body } = await engagementBody(yardpack, customer);
  const name = 'RIGHTONE';
  await buildCoupon(yardpack, { name });
  const quote = async (couponName: string) =>
    await yardpack.call('createQuote', {
      as: customer.accessToken,
      body: { productId: body.productId, yardSize: body.yardSize, couponName },
    });
  for (let time = 0; time < 19; time += 1) {
    expect((await quote(`GUESS${time}`)).error.message).toBe('We do not know this coupon.');
  }
  for (let time = 0; time < 3; time += 1) expect((await quote(name)).status).toBe(200);
  expect((await quote('GUESS')).error.message).toBe('We do not know this coupon.');
  expect((await quote(name)).error.fields?.[0]).toMatchObject({
    path: 'body.couponName',
    message: expect.stringContaining('Too many wrong coupons'),
  });
  expect((await ask(customer, { couponName: name })).status).toBe(400);
});

test('an address with a null character is not there, wherever it is read', async () => {
  for (const url of [
    '/p/%00',
    '/p/%00.jpg',
    '/v1/calendar-feeds/%00.ics',
    '/unsubscribe/%00',
    '/logos/%00.png',
    '/files/%00',
  ]) {
    expect([url, (await yardpack.app.inject({ url })).statusCode]).toEqual([url, 404]);
  }
});
