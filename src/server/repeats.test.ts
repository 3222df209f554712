import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { orders } from './database/schema/orders.ts';
import { digestOf } from './repeats.ts';
import {
  buildEngagement,
  buildOnboardedWorker,
  buildProduct,
  claimEngagement,
  engagementBody,
} from './testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, saveSettings } from './testing/factories.ts';
import { inquiryBody, inquiryData, sendInquiry } from './testing/inquiry-factories.ts';
import { orderBody } from './testing/order-factories.ts';
import { yardpackTest as test } from './testing/yardpack-test.ts';

test('a digest is of what a body says, however it is spelled, and of nothing else', () => {
  const asked = { name: 'Cal', unit: undefined, place: { zip: '72756', city: 'Rogers' } };
  const same = { place: { city: 'Rogers', zip: '72756' }, unit: '', name: 'Cal' };
  expect(digestOf('a', same)).toBe(digestOf('a', asked));
  for (const [id, other] of [
    ['b', asked],
    ['a', { ...asked, unit: '2' }],
    ['a', { ...asked, place: { ...asked.place, zip: '72758' } }],
    ['a', { ...asked, place: { ...asked.place, more: [1, 2] } }],
    ['a', { ...asked, count: 0 }],
  ] as const) {
    expect(digestOf(id, other)).not.toBe(digestOf('a', asked));
  }
});

test('an order that comes again is the one that is there, whatever has changed since; with something else in it, it is refused', async ({
  yardpack,
}) => {
  const erin = await buildEmployee(yardpack);
  let as = erin.accessToken;
  const product = await buildProduct(yardpack);
  const body = { ...(await orderBody(yardpack, { productId: product.id })), orderId: randomUUID() };
  const create = (changes: object = {}) => yardpack.call('createOrder', { as, body: { ...body, ...changes } });
  const made = await create({ quotedBaseCost: 1500 });
  expect(made.status).toBe(200);
  const params = { orderId: body.orderId };
  const fixed = { channel: 'text', phone: '4795550178', email: 'other@example.com', textsAgreed: true } as const;
  await yardpack.advance('PT2M');
  expect((await yardpack.call('sendOrder', { as, params, body: fixed })).status).toBe(200);
  // Prices, cities and days go on; what was typed is the same.
  expect((await saveSettings(yardpack, erin, { standardRate: 1600, serviceCities: 'Gravette: 72736' })).status).toBe(
    200,
  );
  await yardpack.advance('P3D');
  // Somebody else of the office may send it again.
  as = (await buildEmployee(yardpack)).accessToken;
  for (const spelling of [
    {},
    { quotedBaseCost: 1600 },
    { phone: '479-555-0177', firstName: ' Cal ', couponName: '', streetAddress2: ' ' },
    { orderId: body.orderId.toUpperCase() },
  ]) {
    const again = await create(spelling);
    expect([again.status, again.body.order?.id, again.body.order?.phone]).toEqual([200, body.orderId, '+14795550178']);
  }
  for (const other of [
    { gateNotes: 'Code 9' },
    { firstName: 'Dan' },
    { dogNotes: undefined },
    { yardSize: 'YARD_SIZE_LARGE' },
  ]) {
    const { status, error } = await create(other);
    expect([status, error.errorCode, error.fields?.[0]?.path]).toEqual([409, 'CONFLICT', 'body.orderId']);
    expect(error.message).toMatch(/sent before with something else in it/);
  }
  const { body: kept } = await yardpack.call('getOrder', { as, params });
  expect([kept.order.gateNotes, kept.order.firstName]).toEqual(['Code 1234', 'Cal']);
  // One from before digests were kept answers as it did.
  await yardpack.world.database.update(orders).set({ requestDigest: null });
  expect((await create({ gateNotes: 'Code 9' })).status).toBe(200);
});

test('of two orders with one id that come at once one is made, and the other is refused unless it is the same', async ({
  yardpack,
}) => {
  const { accessToken: as } = await buildEmployee(yardpack);
  const body = { ...(await orderBody(yardpack)), orderId: randomUUID() };
  const calls = [body, body, { ...body, lastName: 'Other' }, { ...body, lastName: 'Other' }];
  const answers = await Promise.all(calls.map((one) => yardpack.call('createOrder', { as, body: one })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  expect(answers.flatMap(({ status, error }) => (status === 409 ? [error.errorCode] : []))).toEqual([
    'CONFLICT',
    'CONFLICT',
  ]);
});

test('a note that comes again with other words is refused, and is the same note after it was edited', async ({
  yardpack,
}) => {
  const { accessToken: as } = await buildEmployee(yardpack);
  const { profileId } = await buildCustomer(yardpack);
  const params = { profileId };
  const id = randomUUID();
  const write = (text: string) => yardpack.call('createNote', { as, params, body: { id, text } });
  expect((await write('Rings twice.')).status).toBe(200);
  expect((await write(' Rings twice. ')).status).toBe(200);
  const refused = await write('Rings twice, and waits.');
  expect([refused.status, refused.error.errorCode, refused.error.fields?.[0]?.path]).toEqual([
    409,
    'CONFLICT',
    'body.id',
  ]);
  expect(refused.error.message).toMatch(/saved before with other words/);
  await yardpack.call('updateNote', { as, params: { noteId: id }, body: { text: 'Knocks.', version: 1 } });
  const again = await write('Rings twice.');
  expect([again.status, again.body.note.text]).toEqual([200, 'Knocks.']);
  expect((await write('Knocks.')).status).toBe(409);
});

test('a note of a visit that comes again with other words, or for another reader, is refused', async ({ yardpack }) => {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const body = {
    id: randomUUID(),
    engagementId: engagement.id,
    date: { year: 2027, month: 3, day: 10 },
    reader: 'office',
    text: 'Locked.',
  } as const;
  const write = (changes: object = {}) =>
    yardpack.call('createVisitNote', {
      as: worker.accessToken,
      params: { workerProfileId: worker.profileId },
      body: { ...body, ...changes },
    });
  expect((await write({ tappedAt: '2027-03-10T14:59:00Z' })).status).toBe(200);
  expect((await write({ text: 'Locked. ', tappedAt: '2027-03-10T14:59:01Z' })).status).toBe(200);
  for (const other of [{ text: 'Locked again.' }, { reader: 'customer' }]) {
    const { status, error } = await write(other);
    expect([status, error.errorCode, error.fields?.[0]?.path]).toEqual([409, 'CONFLICT', 'body.id']);
  }
});

test('a service that is asked for again is the one that is there; with something else in it, it is refused', async ({
  yardpack,
}) => {
  const customer = await buildCustomer(yardpack);
  const [{ id: productId }, other] = [await buildProduct(yardpack), await buildProduct(yardpack)];
  const body = { ...(await engagementBody(yardpack, customer, { productId })), engagementId: randomUUID() };
  const ask = (changes: object = {}) =>
    yardpack.call('createEngagement', {
      as: customer.accessToken,
      params: { customerProfileId: customer.profileId },
      body: { ...body, ...changes },
    });
  // At once, and later.
  const answers = await Promise.all([{}, {}, { productId: other.id }].map(ask));
  const kept = answers.find(({ status }) => status === 200)?.body.engagement.product.id;
  expect(answers.map(({ status }) => status).sort()).toEqual(kept === productId ? [200, 200, 409] : [200, 409, 409]);
  await yardpack.advance('PT10M');
  const [same, different] = kept === productId ? [{}, { productId: other.id }] : [{ productId: other.id }, {}];
  for (const spelling of [same, { ...same, quotedBaseCost: 1 }, { ...same, couponName: ' ' }]) {
    const again = await ask(spelling);
    expect([again.status, again.body.engagement?.id]).toEqual([200, body.engagementId]);
  }
  for (const changes of [different, { ...same, yardSize: 'YARD_SIZE_LARGE' }, { ...same, couponName: 'SPRING' }]) {
    const { status, error } = await ask(changes);
    expect([status, error.errorCode, error.fields?.[0]?.path]).toEqual([409, 'CONFLICT', 'body.engagementId']);
    expect(error.message).toMatch(/asked for before with something else in it/);
  }
});

test('an inquiry that comes again is the one that is there; with other words it is refused, until it is erased', async ({
  yardpack,
}) => {
  const { accessToken: as } = await buildEmployee(yardpack);
  const inquiryId = randomUUID();
  const data = inquiryData();
  const send = (changes: object = {}, about = data) =>
    sendInquiry(yardpack, inquiryBody(about, { inquiryId, ...changes }));
  expect((await send()).status).toBe(200);
  // With `data` the mail is built from that; what a newer page writes beside it is the same inquiry.
  for (const spelling of [{}, { subject: 'Another', message: 'Another' }])
    expect((await send(spelling)).status).toBe(200);
  const others = [
    { ...data, yard: { details: 'Code 9' } },
    { ...data, personal: { ...data.personal, firstName: 'Dan' } },
  ];
  for (const other of others) {
    const { status, error } = await send({}, other);
    expect([status, error.errorCode, error.fields?.[0]?.path]).toEqual([409, 'CONFLICT', 'body.inquiryId']);
    expect(error.message).toMatch(/sent before with other words/);
  }
  const plain = {
    from: 'vera@example.com',
    subject: 'Hello',
    message: 'Do you come on Sundays?',
    inquiryId: randomUUID(),
  };
  expect((await sendInquiry(yardpack, plain)).status).toBe(200);
  expect((await sendInquiry(yardpack, plain)).status).toBe(200);
  expect((await sendInquiry(yardpack, { ...plain, message: 'And on Mondays?' })).status).toBe(409);
  const listed = (await yardpack.call('listInquiries', { as, query: {} })).body.inquiries;
  expect(listed.map(({ message }) => message)).toContain('Do you come on Sundays?');
  expect(listed).toHaveLength(2);
  // Nothing is kept of the words of who was erased.
  const params = { inquiryId: plain.inquiryId };
  expect((await yardpack.call('eraseInquiry', { as, params })).status).toBe(200);
  expect((await sendInquiry(yardpack, { ...plain, message: 'And on Mondays?' })).status).toBe(200);
});
