import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { NoteReader } from '#domain/notes.ts';
import { jobsOf, moveEngagement } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

/** It is Wednesday, 10 March 2027, in the morning; a visit is due on Wednesdays. */
async function buildBusiness(yardpack: TestWorld) {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack, { firstName: 'Wren', lastName: 'Okafor' });
  const erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Moss' });
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  await yardpack.drain();
  const wednesday = { year: 2027, month: 3, day: 10 };
  const write = (reader: NoteReader, text: string, changes: object = {}, by: Person = worker) =>
    yardpack.call('createVisitNote', {
      as: by.accessToken,
      params: { workerProfileId: by.profileId },
      body: { id: randomUUID(), engagementId: engagement.id, date: wednesday, reader, text, ...changes },
    });
  const listed = async (reader: Person) => {
    const params = { engagementId: engagement.id };
    const { body } = await yardpack.call('listVisits', { as: reader.accessToken, params });
    return body.notes.map((note) => note.text);
  };
  const told = async () =>
    (await yardpack.messages()).filter(({ subject, text }) =>
      /wrote to you|left you a note/.test(`${subject} ${text}`),
    );
  const desk = async () => (await yardpack.call('getStaffDesk', { as: erin.accessToken })).body.unreadNotes;
  return { yardpack, customer, worker, erin, engagement, write, listed, told, desk };
}

test('a note to the customer is told once, however often it is sent, and stands at the visit', async ({ yardpack }) => {
  const { write, listed, told, desk, customer, worker, erin } = await buildBusiness(yardpack);
  const id = randomUUID();
  for (let time = 0; time < 2; time += 1) {
    expect((await write('customer', ' The gate was open. ', { id })).status).toBe(200);
  }
  await yardpack.drain();
  const messages = await told();
  expect(messages.map(({ channel }) => channel)).toEqual(['email']);
  expect(messages[0]?.text).toContain('The gate was open.');
  for (const reader of [customer, worker, erin]) expect(await listed(reader)).toEqual(['The gate was open.']);
  expect(await desk()).toMatchObject({ count: 0 });
});

test('a note to the office waits on the desk until somebody has read it, and the customer knows nothing of it', async ({
  yardpack,
}) => {
  const { write, listed, told, desk, customer, worker, erin } = await buildBusiness(yardpack);
  await write('office', 'The fence is broken.');
  await yardpack.drain();
  expect(await told()).toEqual([]);
  expect([await listed(customer), await listed(worker), await listed(erin)]).toEqual([
    [],
    ['The fence is broken.'],
    ['The fence is broken.'],
  ]);
  const [waiting] = (await desk()).rows;
  expect(waiting).toMatchObject({ text: 'The fence is broken.', worker: { name: 'Wren Okafor' } });
  const params = { noteId: waiting?.noteId ?? '' };
  expect((await yardpack.call('readNote', { as: worker.accessToken, params })).status).toBe(403);
  for (let time = 0; time < 2; time += 1) {
    expect((await yardpack.call('readNote', { as: erin.accessToken, params })).status).toBe(200);
  }
  expect(await desk()).toMatchObject({ count: 0 });
  const record = { profileId: customer.profileId };
  const { notes } = (await yardpack.call('listNotes', { as: erin.accessToken, params: record })).body;
  expect(notes).toMatchObject([{ by: 'Wren Okafor', isOwn: false, visit: { reader: 'office' } }]);
  expect(notes[0]?.visit?.readAt).not.toBeNull();
});

test('a phone sends it the next day, even when the service has another worker or has ended; later it is refused', async ({
  yardpack,
}) => {
  const { write, listed, worker, customer, erin, engagement } = await buildBusiness(yardpack);
  await yardpack.advance('2027-03-10T12:00:00-06:00');
  await moveEngagement(yardpack, customer, engagement.id, 'CANCELLED');
  await advanceFor(yardpack, '2027-03-11T21:00:00-06:00', [worker, customer, erin]);
  const tappedAt = '2027-03-10T09:30:00-06:00';
  expect((await write('customer', 'Said yesterday.', { tappedAt })).status).toBe(200);
  expect(await listed(customer)).toEqual(['Said yesterday.']);
  await advanceFor(yardpack, '2027-03-12T00:05:00-06:00', [worker]);
  expect(await write('customer', 'Said long ago.', { tappedAt })).toMatchObject({ status: 409 });
});

test('nobody writes at a visit of another, in advance, with the id of another note, too much or too often', async ({
  yardpack,
}) => {
  const { write, listed, erin } = await buildBusiness(yardpack);
  const walt = await buildOnboardedWorker(yardpack, { firstName: 'Walt', lastName: 'Jimenez' });
  const id = randomUUID();
  expect((await write('customer', 'Hello.', { id }, walt)).status).toBe(404);
  expect((await write('office', 'x'.repeat(301))).status).toBe(400);
  expect((await write('office', ' ')).status).toBe(400);
  expect((await write('office', 'Next week.', { date: { year: 2027, month: 3, day: 17 } })).status).toBe(409);
  for (let time = 0; time < 10; time += 1) expect((await write('office', `${time}`)).status).toBe(200);
  expect((await write('office', 'Once more.')).status).toBe(409);
  expect(await listed(erin)).toHaveLength(10);
});

test('who takes over a service while another’s visit of today is under way writes no note at it, and whose it is still does', async ({
  yardpack,
}) => {
  const { write, listed, worker, customer, engagement } = await buildBusiness(yardpack);
  const walt = await buildOnboardedWorker(yardpack, { firstName: 'Walt', lastName: 'Jimenez' });
  const tappedAt = yardpack.world.clock.now().toString();
  await yardpack.advance('PT1M');
  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_TRAVEL_STARTED');
  expect((await moveEngagement(yardpack, worker, engagement.id, 'PROPOSED')).status).toBe(200);
  await claimEngagement(yardpack, walt, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  await yardpack.advance('PT1M');
  for (const reader of ['customer', 'office'] as const) {
    const now = yardpack.world.clock.now().toString();
    expect((await write(reader, 'Not mine.', {}, walt)).status).toBe(404);
    expect((await write(reader, 'Not mine.', { tappedAt: now }, walt)).status).toBe(404);
  }
  expect((await write('customer', 'On my way.', { tappedAt })).status).toBe(200);
  expect((await write('customer', 'Done soon.')).status).toBe(200);
  expect(await listed(customer)).toEqual(['On my way.', 'Done soon.']);
});

test('a deleted note is not told of anymore, and goes from the page of the customer', async ({ yardpack }) => {
  const { write, listed, told, customer, erin } = await buildBusiness(yardpack);
  const noteId = randomUUID();
  await write('customer', 'Written to the wrong one.', { id: noteId });
  expect((await yardpack.call('deleteNote', { as: erin.accessToken, params: { noteId } })).status).toBe(200);
  await yardpack.drain();
  expect([await told(), await listed(customer)]).toEqual([[], []]);
});

test('a worker finds what they wrote on the card, also when the visit is done and days later; nobody else’s', async ({
  yardpack,
}) => {
  const { write, worker, customer, engagement } = await buildBusiness(yardpack);
  const walt = await buildOnboardedWorker(yardpack, { firstName: 'Walt', lastName: 'Jones' });
  const cards = async (by: Person) => (await jobsOf(yardpack, by)).map(({ notes }) => notes);
  expect(await cards(worker)).toEqual([[]]);
  await write('customer', 'The gate was open.');
  await advanceFor(yardpack, 'PT1M', [worker, walt]);
  await write('office', 'The fence is broken.');
  const written = [
    { id: expect.any(String), reader: 'customer', text: 'The gate was open.' },
    { id: expect.any(String), reader: 'office', text: 'The fence is broken.' },
  ];
  expect(await cards(worker)).toEqual([written]);
  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_COMPLETED');
  await advanceFor(yardpack, 'P2D', [worker, walt]);
  expect(await cards(worker)).toEqual([written]);
  // Who gets the service reads what is at its visits on its page, and has written none of it.
  await advanceFor(yardpack, 'P5D', [worker, walt]);
  expect(await cards(worker)).toEqual([[]]);
  expect(await cards(walt)).toEqual([]);
  expect(customer.profileId).not.toBe(walt.profileId);
});
