import { expect } from 'vitest';
import { startWork } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person, saveSettings } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const wednesday = '2027-03-10T09:00:00-06:00';

const call = async (
  yardpack: TestWorld,
  customer: Person,
  name: 'getCalendarFeed' | 'renewCalendarFeed' | 'endCalendarFeed',
) => {
  const { body } = await yardpack.call(name, {
    as: customer.accessToken,
    params: { customerProfileId: customer.profileId },
  });
  return body.url;
};
const read = async (yardpack: TestWorld, url: string | null) => {
  const answer = await yardpack.app.inject({ url: new URL(url ?? '').pathname });
  return { status: answer.statusCode, type: answer.headers['content-type'], text: answer.body };
};
const days = (text: string) => [...text.matchAll(/DTSTART;VALUE=DATE:(\d+)/g)].map(([, day]) => day);

test('visits that are done and to come, without those that are off', async ({ yardpack }) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack, { streetAddress2: 'Unit 4' });
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_COMPLETED');
  await advanceFor(yardpack, '2027-03-15T09:00:00-05:00', [customer, worker]);
  const params = { engagementId: engagement.id };
  const date = { year: 2027, month: 3, day: 24 };
  await yardpack.call('createSkip', { as: customer.accessToken, params, body: { date } });
  expect(await call(yardpack, customer, 'getCalendarFeed')).toBeNull();
  const url = await call(yardpack, customer, 'renewCalendarFeed');
  expect(await call(yardpack, customer, 'getCalendarFeed')).toBe(url);
  const { status, type, text } = await read(yardpack, url);
  expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(days(text).slice(0, 4)).toEqual(['20270310', '20270317', '20270331', '20270407']);
  expect(days(text).at(-1)).toBe('20270609');
  expect([...text.matchAll(/SUMMARY:(.*)\r/g)].slice(0, 2).map(([, title]) => title)).toEqual([
    'Yard cleanup: Pat L. (done)',
    'Yard cleanup: Pat L.',
  ]);
  expect(text).toContain('LOCATION:100 Main St\\, Unit 4\\, Bentonville\\, AR 72712\r\n');
  // One that is moved stays the same one.
  const office = await buildEmployee(yardpack);
  const march = (day: number) => ({ year: 2027, month: 3, day });
  const { profileId } = worker;
  const body = { date: march(17), workerProfileId: profileId, toDate: march(18), toWorkerProfileId: profileId };
  expect((await yardpack.call('moveVisit', { as: office.accessToken, params, body })).status).toBe(200);
  const moved = (await read(yardpack, url)).text;
  expect(days(moved).slice(0, 3)).toEqual(['20270310', '20270318', '20270331']);
  const ids = (feed: string) => [...feed.matchAll(/UID:(.*)\r/g)].map(([, id]) => id);
  expect(ids(moved)).toEqual(ids(text));
});

test('a visit that was begun and left is marked from the next day on', async ({ yardpack }) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  await startWork(yardpack, worker, engagement.id);
  const url = await call(yardpack, customer, 'renewCalendarFeed');
  const firstTitle = async () => /SUMMARY:(.*)\r/.exec((await read(yardpack, url)).text)?.[1];
  expect(await firstTitle()).toBe('Yard cleanup: Pat L.');
  await advanceFor(yardpack, '2027-03-11T09:00:00-06:00', [customer, worker]);
  expect(await firstTitle()).toBe('Yard cleanup: Pat L. (not finished)');
});

test('a feed has the name of a business that is called otherwise, and no trace of ours', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  await saveSettings(yardpack, await buildEmployee(yardpack), { businessName: 'Scoop & Sons' });
  await yardpack.advance('PT61S');
  const { text } = await read(yardpack, await call(yardpack, customer, 'renewCalendarFeed'));
  expect(text).toContain('X-WR-CALNAME:Scoop & Sons visits');
  expect(text).not.toMatch(/yardpack/i);
});

test('an address that was renewed, was never given, or is of a closed account is not found', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const employee = await buildEmployee(yardpack);
  const stranger = await buildCustomer(yardpack);
  const first = await call(yardpack, customer, 'renewCalendarFeed');
  await yardpack.advance('PT11S');
  const second = await call(yardpack, customer, 'renewCalendarFeed');
  expect((await read(yardpack, first)).status).toBe(404);
  expect((await read(yardpack, second)).status).toBe(200);
  expect((await read(yardpack, `${new URL(second ?? '').origin}/v1/calendar-feeds/${'x'.repeat(43)}.ics`)).status).toBe(
    404,
  );
  const { status } = await yardpack.call('renewCalendarFeed', {
    as: stranger.accessToken,
    params: { customerProfileId: customer.profileId },
  });
  expect(status).toBe(404);
  await yardpack.call('closeAccount', {
    as: employee.accessToken,
    params: { profileId: customer.profileId },
  });
  expect((await read(yardpack, second)).status).toBe(404);
});

test('who presses on two phones at once gets one address, and no wrong address is an error of ours', async ({
  yardpack,
}) => {
  const customer = await buildCustomer(yardpack);
  const [one, other] = await Promise.all([
    call(yardpack, customer, 'renewCalendarFeed'),
    call(yardpack, customer, 'renewCalendarFeed'),
  ]);
  expect(other).toBe(one);
  expect((await read(yardpack, one)).status).toBe(200);
  for (const wrong of ['%00', '%2e%2e', 'a b', '']) {
    const { statusCode } = await yardpack.app.inject({ url: `/v1/calendar-feeds/${wrong}.ics` });
    expect([wrong, statusCode]).toEqual([wrong, 404]);
  }
});

test('an address that was ended is not found, and another can be made', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const first = await call(yardpack, customer, 'renewCalendarFeed');
  expect(await call(yardpack, customer, 'endCalendarFeed')).toBeNull();
  expect(await call(yardpack, customer, 'endCalendarFeed')).toBeNull();
  expect((await read(yardpack, first)).status).toBe(404);
  expect(await call(yardpack, customer, 'getCalendarFeed')).toBeNull();
  const second = await call(yardpack, customer, 'renewCalendarFeed');
  expect(second).not.toBe(first);
  expect((await read(yardpack, second)).status).toBe(200);
});
