import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inquiries, messages } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import {
  buildCustomer,
  buildEmployee,
  mailedToken,
  type Person,
  signUpBody,
  testPassword,
} from '../testing/factories.ts';
import { inquiryBody, inquiryData, sendInquiry } from '../testing/inquiry-factories.ts';
import { buildOrder } from '../testing/order-factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
let erin: Person;
beforeEach(async () => {
  yardpack = await createTestWorld();
  erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Office' });
});
afterEach(() => yardpack.close());

async function ask(personal: Parameters<typeof inquiryData>[0] = {}): Promise<string> {
  const inquiryId = randomUUID();
  await sendInquiry(yardpack, inquiryBody(inquiryData(personal), { inquiryId }));
  return inquiryId;
}
const read = async (inquiryId: string) =>
  (await yardpack.call('getInquiry', { as: erin.accessToken, params: { inquiryId } })).body.inquiry;
const lose = (inquiryId: string, body: object) =>
  yardpack.call('loseInquiry', { as: erin.accessToken, params: { inquiryId }, body });
const list = async (state: 'open' | 'lost' | 'all') =>
  (await yardpack.call('listInquiries', { as: erin.accessToken, query: { state } })).body.inquiries.map(({ id }) => id);

test('an inquiry that nobody has looked at has only been asked', async () => {
  const inquiry = await read(await ask());
  expect(inquiry).toMatchObject({ answeredAt: null, answeredBy: null, lost: null, order: null, customer: null });
});

test('an order that is made from an inquiry answers it, and stands at it', async () => {
  const inquiryId = await ask();
  const order = await buildOrder(yardpack, erin, { inquiryId });
  expect(await read(inquiryId)).toMatchObject({
    answeredBy: 'Erin Office',
    order: { id: order.id, status: 'waiting' },
    customer: null,
  });
  await yardpack.call('takeBackOrder', { as: erin.accessToken, params: { orderId: order.id } });
  expect((await read(inquiryId)).order?.status).toBe('taken-back');
  const { body } = await yardpack.call('listChanges', { as: erin.accessToken, query: { subjectId: inquiryId } });
  expect(body.changes.map(({ kind }) => kind)).toEqual(['inquiry-answered']);
});

const signUp = (details: object) =>
  yardpack.call('signUp', { body: signUpBody('PROFILE_TYPE_CUSTOMER', { firstName: 'Kay', ...details }) });
const join = (inquiryId: string, customerProfileId: string) =>
  yardpack.call('joinInquiry', { as: erin.accessToken, params: { inquiryId }, body: { customerProfileId } });
const separate = (inquiryId: string) =>
  yardpack.call('separateInquiry', { as: erin.accessToken, params: { inquiryId } });

test('only a confirmed email address, in whatever case, joins an inquiry to its customer', async () => {
  const inquiryId = await ask({ email: 'Known@Example.com' });
  await signUp({ email: 'known@example.com' });
  expect((await read(inquiryId)).customer).toBeNull();
  await yardpack.drain();
  const token = await mailedToken(yardpack, 'known@example.com', 'confirm-sign-up');
  await yardpack.call('confirmSignUp', { body: { token, password: testPassword } });
  expect((await read(inquiryId)).customer).toMatchObject({ name: 'Kay Lee', isJoined: false });
  expect(await list('open')).toEqual([inquiryId]);
});

test.each(['(479) 555.0199', '479 555 0199', '4795550199'])(
  'a stranger who signs up with the number of an inquiry (%s) changes nothing about it',
  async (phone) => {
    const inquiryId = await ask({ phone });
    await signUp({ phone: '4795550199' });
    const seen = await read(inquiryId);
    expect(seen).toMatchObject({ customer: null, answeredAt: null, sameNumber: { name: 'Kay Lee' } });
    expect(await list('open')).toEqual([inquiryId]);
    const order = await buildOrder(yardpack, erin, { inquiryId });
    await yardpack.call('takeBackOrder', { as: erin.accessToken, params: { orderId: order.id } });
    expect((await lose(inquiryId, { reason: 'no-answer' })).status).toBe(200);
    const erased = await yardpack.call('eraseInquiry', { as: erin.accessToken, params: { inquiryId } });
    expect(erased.status).toBe(200);
  },
);

test('the office links an inquiry to the customer with its number, and unlinks it', async () => {
  const inquiryId = await ask({ phone: '479 555 0199' });
  const [kay, other] = [await buildCustomer(yardpack, { firstName: 'Kay' }), await buildCustomer(yardpack)];
  await yardpack.world.database.update(profiles).set({ phone: '+14795550199' }).where(eq(profiles.id, kay.profileId));
  expect((await read(inquiryId)).sameNumber).toEqual({ profileId: kay.profileId, name: 'Kay Lee' });
  for (let time = 0; time < 2; time += 1) {
    expect((await join(inquiryId, kay.profileId)).body.inquiry).toMatchObject({
      customer: { profileId: kay.profileId, isJoined: true },
      sameNumber: null,
    });
  }
  expect((await join(inquiryId, other.profileId)).error).toMatchObject({
    errorCode: 'NOT_ALLOWED_NOW',
    message: expect.stringContaining('Kay Lee'),
  });
  expect((await yardpack.call('eraseInquiry', { as: erin.accessToken, params: { inquiryId } })).status).toBe(409);
  expect((await separate(inquiryId)).body.inquiry).toMatchObject({
    customer: null,
    sameNumber: { profileId: kay.profileId },
  });
  const { body } = await yardpack.call('listChanges', { as: erin.accessToken, query: { subjectId: inquiryId } });
  expect(body.changes.map(({ kind }) => kind)).toEqual(['inquiry-separated', 'inquiry-joined']);
});

test('an inquiry is not linked to somebody who is no customer, nor by a customer', async () => {
  const inquiryId = await ask();
  for (const id of [randomUUID(), erin.profileId]) {
    expect((await join(inquiryId, id)).error.fields).toEqual([
      { path: 'body.customerProfileId', message: 'There is no such customer.' },
    ]);
  }
  expect((await separate(randomUUID())).status).toBe(404);
  const casey = await buildCustomer(yardpack);
  const input = { params: { inquiryId }, body: { customerProfileId: casey.profileId } };
  expect((await yardpack.call('joinInquiry', { as: casey.accessToken, ...input })).status).toBe(403);
});

test('an inquiry is lost with a reason, counts as answered, and can be opened again', async () => {
  const inquiryId = await ask();
  expect((await lose(inquiryId, { reason: 'too far' })).error.fields).toEqual([
    { path: 'body.reason', message: 'Please choose one of the reasons.' },
  ]);
  const { body } = await lose(inquiryId, { reason: 'too-expensive', note: 'Wants $10.' });
  expect(body.inquiry).toMatchObject({
    lost: { reason: 'too-expensive', note: 'Wants $10.' },
    answeredBy: 'Erin Office',
  });
  await lose(inquiryId, { reason: 'too-expensive', note: 'Wants $10.' });
  await lose(inquiryId, { reason: 'no-answer' });
  expect([await list('open'), await list('lost')]).toEqual([[], [inquiryId]]);
  await yardpack.call('updateInquiry', { as: erin.accessToken, params: { inquiryId }, body: { answered: false } });
  expect(await read(inquiryId)).toMatchObject({ lost: null, answeredAt: null, answeredBy: null });
  expect([await list('open'), await list('lost')]).toEqual([[inquiryId], []]);
  const { body: record } = await yardpack.call('listChanges', {
    as: erin.accessToken,
    query: { subjectId: inquiryId },
  });
  expect(record.changes.map(({ kind, fields }) => [kind, fields[0]?.to])).toEqual([
    ['inquiry-reopened', undefined],
    ['inquiry-lost', 'no-answer'],
    ['inquiry-lost', 'too-expensive'],
  ]);
});

test('an inquiry whose order waits is not lost before the order is taken back', async () => {
  const inquiryId = await ask();
  const { id: orderId } = await buildOrder(yardpack, erin, { inquiryId });
  const refused = await lose(inquiryId, { reason: 'no-answer' });
  expect([refused.status, refused.error.errorCode]).toEqual([409, 'NOT_ALLOWED_NOW']);
  expect((await read(inquiryId)).lost).toBeNull();
  await yardpack.call('takeBackOrder', { as: erin.accessToken, params: { orderId } });
  expect((await lose(inquiryId, { reason: 'no-answer' })).status).toBe(200);
});

test('an unknown inquiry is neither read nor lost', async () => {
  const inquiryId = randomUUID();
  expect((await yardpack.call('getInquiry', { as: erin.accessToken, params: { inquiryId } })).status).toBe(404);
  expect((await lose(inquiryId, { reason: 'other' })).status).toBe(404);
});

test('an owner erases what somebody without an account has written, and all that came of it', async () => {
  const [first, second] = [await ask({ email: 'gone@example.com' }), await ask({ email: 'gone@example.com' })];
  const other = await ask({ email: 'stays@example.com' });
  const order = await buildOrder(yardpack, erin, { inquiryId: first, email: 'gone@example.com' });
  const erase = (inquiryId: string) => yardpack.call('eraseInquiry', { as: erin.accessToken, params: { inquiryId } });
  expect((await erase(first)).error.message).toMatch(/Take it back before/);
  await yardpack.call('takeBackOrder', { as: erin.accessToken, params: { orderId: order.id } });
  await yardpack.drain();
  for (let time = 0; time < 2; time += 1) expect((await erase(first)).status).toBe(200);
  for (const id of [first, second]) {
    expect(await read(id)).toMatchObject({ from: 'Erased', message: '', data: null });
  }
  expect(await read(other)).toMatchObject({ from: 'stays@example.com' });
  // Nobody can answer them any more.
  expect(await list('open')).toEqual([other]);
  const { body } = await yardpack.call('getOrder', { as: erin.accessToken, params: { orderId: order.id } });
  expect(body.order).toMatchObject({ firstName: 'Erased', streetAddress1: 'Erased' });
  const { database } = yardpack.world;
  const words = JSON.stringify([await database.select().from(messages), await database.select().from(inquiries)]);
  expect([words.includes('gone@example.com'), words.includes('stays@example.com')]).toEqual([false, true]);
});

test('the whole name of whoever is erased without an account goes out of notes, unless a customer has it too', async () => {
  const [customer] = [
    await buildCustomer(yardpack),
    await buildCustomer(yardpack, { firstName: 'Ada', lastName: 'Stays' }),
  ];
  const named = { firstName: 'Zebulon', lastName: 'Quackenbush' };
  const asked = await ask({ ...named, email: 'zebulon@example.com' });
  const shared = await ask({ firstName: 'Ada', lastName: 'Stays', email: 'ada@example.com' });
  const ordered = await buildOrder(yardpack, erin, { firstName: 'Philomena', lastName: 'Wigglesworth' });
  await yardpack.call('takeBackOrder', { as: erin.accessToken, params: { orderId: ordered.id } });
  const as = erin.accessToken;
  const params = { profileId: customer.profileId };
  const text =
    'Same number as Zebulon Quackenbush who asked, Ada Stays and Wigglesworth, Philomena. ' +
    'Zebulon “Zeb” Quackenbush, Zebulon (Zeb) Quackenbush, Quackenbush (Zebulon), zebulon.quackenbush, zebulon_quackenbush.';
  expect((await yardpack.call('createNote', { as, params, body: { id: randomUUID(), text } })).status).toBe(200);
  const lost = await ask({ email: 'other@example.com' });
  expect((await lose(lost, { reason: 'other', note: 'A friend of Zebulon Quackenbush.' })).status).toBe(200);
  for (const inquiryId of [asked, shared])
    expect((await yardpack.call('eraseInquiry', { as, params: { inquiryId } })).status).toBe(200);
  expect((await yardpack.call('eraseOrder', { as, params: { orderId: ordered.id } })).status).toBe(200);
  const [note] = (await yardpack.call('listNotes', { as, params })).body.notes;
  expect(note?.text).toBe(
    'Same number as Erased who asked, Ada Stays and Erased. Erased, Erased, Erased, Erased, Erased.',
  );
  expect((await read(lost)).lost).toMatchObject({ note: 'A friend of Erased.' });
});

test('the words of a customer are not erased with an inquiry', async () => {
  const inquiryId = await ask({ email: 'casey@example.com' });
  await buildCustomer(yardpack, { email: 'casey@example.com' });
  const refused = await yardpack.call('eraseInquiry', { as: erin.accessToken, params: { inquiryId } });
  expect(refused.error).toMatchObject({
    errorCode: 'NOT_ALLOWED_NOW',
    message: expect.stringMatching(/their own page/),
  });
});
