import { randomUUIDv7 } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { WeekDay } from '#domain/calendar.ts';
import { mostFound, mostWays } from '#domain/reports.ts';
import { inquiries } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import { buildEngagement, claimEngagement, workUntil } from '../testing/engagement-factories.ts';
import { buildCustomer } from '../testing/factories.ts';
import { inquiryBody, inquiryData, sendInquiry } from '../testing/inquiry-factories.ts';
import { type MarchPeople, marchTest as test } from '../testing/march-business.ts';

const monday: WeekDay = 'DAY_OF_WEEK_MONDAY';
const today = { from: '2027-03-08', to: '2027-03-08' };

async function reportOf({ yardpack, office }: MarchPeople) {
  const { status, body, error } = await yardpack.call('getReport', { as: office.accessToken, query: today });
  if (status !== 200) throw new Error(JSON.stringify(error));
  return body;
}

test('of many inquiries the newest are counted, in the ways that most of them named, and it is said', async ({
  people,
}) => {
  const { yardpack } = people;
  await sendInquiry(yardpack, inquiryBody(inquiryData({ email: 'one@example.com', referral: 'A neighbor' })));
  expect(await reportOf(people)).toMatchObject({ found: [{ inquiries: 1 }], isFoundCut: false });
  const [row] = await yardpack.world.database.select().from(inquiries);
  const data = row?.data;
  if (!data) throw new Error('No inquiry');
  const more = Array.from({ length: mostFound }, (_, index) => ({
    ...row,
    id: randomUUIDv7(),
    data: { ...data, personal: { ...data.personal, referral: `Way ${index % (mostWays + 5)}` } },
  }));
  await yardpack.world.database.insert(inquiries).values(more);
  const { found, isFoundCut } = await reportOf(people);
  expect([found.length, isFoundCut]).toEqual([mostWays, true]);
});

test('who signs up after asking has signed up, once, where they said first how they found us', async ({ people }) => {
  const { yardpack, customer, wren, office } = people;
  const signUps = { Anna: 'anna@example.com', Ben: 'ben@example.com' };
  const ask = async (email: string, referral: string, phone = '(479) 555-0000') => {
    await yardpack.advance('PT1M');
    const { status } = await sendInquiry(yardpack, inquiryBody(inquiryData({ email, referral, phone })));
    expect(status).toBe(200);
  };
  await ask(customer.email, 'Billboard');
  await ask(signUps.Anna, ' BILLBOARD ');
  await ask(signUps.Anna, 'Billboard');
  await ask(signUps.Anna, 'Google');
  // Somebody who has the phone of a customer, and one who has another email there.
  await ask('else@example.com', 'Google', '(479) 555-0111');
  const [anna] = await Promise.all(
    Object.entries(signUps).map(([firstName, email]) => buildCustomer(yardpack, { firstName, email })),
  );
  if (!anna) throw new Error('Nobody signed up');
  await yardpack.world.database
    .update(profiles)
    .set({ phone: '+14795550111' })
    .where(eq(profiles.id, customer.profileId));
  await ask(signUps.Ben, 'Google');

  const found = async () => {
    const { found } = await reportOf(people);
    for (const { referral, inquiries, signedUp, visited } of found) {
      for (const [became, count] of [
        [undefined, inquiries],
        ['signed-up', signedUp],
        ['visited', visited],
      ] as const) {
        const query = { ...today, referral: referral ?? '', ...(became && { became }) };
        const { body } = await yardpack.call('listFoundInquiries', { as: office.accessToken, query });
        expect(body.inquiries.length, `${referral} ${became}`).toBe(count);
      }
    }
    return found.map(({ referral, ...counts }) => [referral, ...Object.values(counts)]);
  };
  expect(await found()).toEqual([
    ['billboard', 3, 1, 0],
    ['google', 3, 0, 0],
  ]);
  const query = { ...today, referral: 'billboard' };
  const { body } = await yardpack.call('listFoundInquiries', { as: office.accessToken, query });
  expect(body.inquiries.map(({ customer: who, isSignUp }) => [who?.name.split(' ')[0], isSignUp])).toEqual([
    ['Anna', false],
    ['Anna', true],
    ['Casey', false],
  ]);
  for (const person of [customer, anna]) {
    const service = await buildEngagement(yardpack, person);
    await claimEngagement(yardpack, wren, service, [monday]);
    await workUntil(yardpack, wren, service, 'WORK_STATUS_WORK_COMPLETED');
  }
  expect((await found())[0]).toEqual(['billboard', 3, 1, 1]);
});

test('what differs by white space and letters’ case alone is one way, and opens to its inquiries', async ({
  people,
}) => {
  const { yardpack, office } = people;
  for (const referral of [
    'Billboard on 49',
    'billboard  on\t49',
    'line one\nline two, "quoted"',
    'Line  one line two, "Quoted"',
  ]) {
    expect((await sendInquiry(yardpack, inquiryBody(inquiryData({ referral })))).status).toBe(200);
  }
  const { found } = await reportOf(people);
  expect(found.map(({ referral, inquiries }) => [referral, inquiries])).toEqual([
    ['billboard on 49', 2],
    ['line one line two, "quoted"', 2],
  ]);
  for (const referral of [...found.map((way) => way.referral ?? ''), 'BILLBOARD on  49']) {
    const { status, body } = await yardpack.call('listFoundInquiries', {
      as: office.accessToken,
      query: { ...today, referral },
    });
    expect([status, body.inquiries.length], referral).toEqual([200, 2]);
  }
});
