import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { heldInquiries } from '../database/schema/messages.ts';
import { buildEmployee, someAddress } from '../testing/factories.ts';
import { inquiryBody, inquiryData } from '../testing/inquiry-factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

/** Sends ten inquiries from an address, which is as many as count at once within an hour. */
async function useUp(yardpack: TestWorld, address: string): Promise<void> {
  for (let number = 0; number < 10; number += 1) {
    const { body } = await yardpack.call('sendInquiry', { body: inquiryBody(inquiryData()), address });
    expect(body).toEqual({ needsConfirmation: false });
  }
}

const ada = (email = 'ada@example.com', inquiryId = randomUUID()) =>
  inquiryBody(inquiryData({ email, firstName: 'Ada' }), { inquiryId });
const idsOf = async (yardpack: TestWorld, search: string) => {
  const { accessToken: as } = await buildEmployee(yardpack);
  return (await yardpack.call('listInquiries', { as, query: { search } })).body.inquiries.map(({ id }) => id);
};
async function tokensMailedTo(yardpack: TestWorld, to: string): Promise<string[]> {
  await yardpack.drain();
  return (await yardpack.messages({ to })).flatMap(
    ({ text }) => /confirm-inquiry\?token=([\w-]+)/.exec(text)?.[1] ?? [],
  );
}

test('the eleventh inquiry of an hour from one address counts once its sender has confirmed the email address', async ({
  yardpack,
}) => {
  const address = someAddress();
  await useUp(yardpack, address);
  const body = ada();
  for (let time = 0; time < 2; time += 1) {
    expect((await yardpack.call('sendInquiry', { body, address })).body).toEqual({ needsConfirmation: true });
  }
  expect(await idsOf(yardpack, 'ada@example.com')).toEqual([]);
  const [token = '', ...more] = await tokensMailedTo(yardpack, 'ada@example.com');
  expect(more).toEqual([]);
  for (let time = 0; time < 2; time += 1) {
    expect((await yardpack.call('confirmInquiry', { body: { token } })).status).toBe(200);
  }
  expect(await idsOf(yardpack, 'ada@example.com')).toEqual([body.inquiryId]);
  await yardpack.drain();
  const subjects = (await yardpack.messages({ to: 'ada@example.com' })).map(({ subject }) => subject);
  expect(subjects).toEqual(['We got your message', 'Please confirm your message']);
  // Another address is not concerned.
  const other = await yardpack.call('sendInquiry', { body: ada('b@example.com'), address: someAddress() });
  expect(other.body).toEqual({ needsConfirmation: false });
});

test('a link that is unknown or three days old confirms nothing, and what was held is forgotten', async ({
  yardpack,
}) => {
  const address = someAddress();
  await useUp(yardpack, address);
  await yardpack.call('sendInquiry', { body: ada(), address });
  const [token = ''] = await tokensMailedTo(yardpack, 'ada@example.com');
  const unknown = await yardpack.call('confirmInquiry', { body: { token: 'x'.repeat(43) } });
  expect(unknown.error.errorCode).toBe('LINK_EXPIRED');
  await yardpack.advance('P3D');
  expect((await yardpack.call('confirmInquiry', { body: { token } })).error.errorCode).toBe('LINK_EXPIRED');
  expect(await yardpack.world.database.select().from(heldInquiries)).toEqual([]);
  expect(await idsOf(yardpack, 'ada@example.com')).toEqual([]);
});

test('one email address gets at most three links a day, whatever a stranger types', async ({ yardpack }) => {
  const address = someAddress();
  await useUp(yardpack, address);
  for (let time = 0; time < 5; time += 1)
    await yardpack.call('sendInquiry', { body: ada('victim@example.com'), address });
  expect(await tokensMailedTo(yardpack, 'victim@example.com')).toHaveLength(3);
});

test('other words under the id of a held inquiry are refused', async ({ yardpack }) => {
  const address = someAddress();
  await useUp(yardpack, address);
  const inquiryId = randomUUID();
  await yardpack.call('sendInquiry', { body: ada('ada@example.com', inquiryId), address });
  const other = await yardpack.call('sendInquiry', { body: ada('eve@example.com', inquiryId), address });
  expect(other.error.errorCode).toBe('CONFLICT');
});
