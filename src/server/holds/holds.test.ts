import { randomUUID } from 'node:crypto';
import { eq, like } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import { messages } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import { sweep } from '../sweep.ts';
import { jobsOf, startWork } from '../testing/engagement-calls.ts';
import { advanceFor, buildEngagement, claimEngagement } from '../testing/engagement-factories.ts';
import { agreeToAll, buildCustomer, mailsTo, type Person, saveSettings } from '../testing/factories.ts';
import { type MarchPeople, march, marchTest } from '../testing/march-business.ts';

type Business = MarchPeople & { engagement: Engagement };

/** It is Monday, 8 March 2027; visits are on Wednesdays. */
const test = marchTest.extend<{ business: Business }>({
  business: async ({ people }, use) => {
    const { yardpack, customer, wren } = people;
    const engagement = await buildEngagement(yardpack, customer);
    await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
    await yardpack.drain();
    await use({ ...people, engagement });
  },
});

/** @param lengthens the id of days away that end later from now on; new ones without */
const hold = ({ yardpack, engagement }: Business, as: Person, firstDay: number, lastDay: number, lengthens?: string) =>
  yardpack.call('createHold', {
    as: as.accessToken,
    params: { engagementId: engagement.id },
    body: { firstDay: march(firstDay), lastDay: march(lastDay), ...(lengthens && { lengthens }) },
  });
const end = ({ yardpack, engagement }: Business, as: Person, holdId: string) =>
  yardpack.call('endHold', { as: as.accessToken, params: { engagementId: engagement.id, holdId } });
const visits = async ({ yardpack, customer, engagement }: Business) =>
  (await yardpack.call('listVisits', { as: customer.accessToken, params: { engagementId: engagement.id } })).body;
const upcoming = async (business: Business) => (await visits(business)).upcoming.map(({ day }) => day);
const later = async ({ yardpack, customer, wren, office }: Business, to: string) => {
  await advanceFor(yardpack, to, [customer, wren, office]);
  await sweep(yardpack.world);
  await yardpack.drain();
};
const subjects = async ({ yardpack }: Business, person: Person, about: RegExp) =>
  (await mailsTo(yardpack, person, about)).map(({ subject }) => subject);

test('nobody comes while the customer is away, and visits go on by themselves', async ({ business }) => {
  const { yardpack, customer, wren, engagement } = business;
  const made = await hold(business, customer, 10, 24);
  expect([made.status, made.body.hold]).toMatchObject([200, { firstDay: march(10), lastDay: march(24) }]);
  // The answer was lost: the same again is the same one.
  expect((await hold(business, customer, 10, 24)).body.hold.id).toBe(made.body.hold.id);
  expect(await visits(business)).toMatchObject({
    upcoming: [{ day: 31 }, { day: 7 }, { day: 14 }, { day: 21 }, { day: 28 }],
    holds: [{ firstDay: march(10), lastDay: march(24) }],
  });
  await yardpack.advance('PT61S');
  expect(await subjects(business, wren, /^No visits/)).toEqual([
    'No visits at 100 Main St from Wed, Mar 10 to Wed, Mar 24',
  ]);
  expect(await subjects(business, customer, /^No visits/)).toHaveLength(1);
  await later(business, '2027-03-10T09:00:00-06:00');
  expect(await jobsOf(yardpack, wren)).toEqual([]);
  expect((await startWork(yardpack, wren, engagement.id)).status).toBe(409);
  await later(business, '2027-03-23T08:59:00-05:00');
  expect(await subjects(business, customer, /resume on/)).toEqual([]);
  await later(business, '2027-03-23T09:01:00-05:00');
  expect(await subjects(business, customer, /resume on/)).toEqual(['Your visits resume on Thu, Mar 25']);
  const [mail] = await mailsTo(yardpack, customer, /resume on/);
  expect(mail?.text).toContain('The next one is on Wed, Mar 31.');
  await later(business, '2027-03-26T09:00:00-05:00');
  // Nothing was missed, and nobody hears of it twice.
  expect((await visits(business)).skips).toEqual([]);
  expect(await subjects(business, customer, /resume on/)).toHaveLength(1);
});

test('days away are lengthened, also once they have begun; both are told, and the reminder comes with the new end', async ({
  business,
}) => {
  const { yardpack, customer, wren, office } = business;
  const made = await hold(business, customer, 10, 12);
  await later(business, '2027-03-11T09:00:00-06:00');
  const { id } = made.body.hold;
  const longer = await hold(business, customer, 10, 18, id);
  expect([longer.status, longer.body.hold]).toEqual([
    200,
    { id: made.body.hold.id, firstDay: march(10), lastDay: march(18) },
  ]);
  expect((await hold(business, customer, 10, 18, id)).body.hold.id).toBe(id);
  expect(await visits(business)).toMatchObject({
    upcoming: [{ day: 24 }, {}, {}, {}, {}],
    holds: [{ lastDay: march(18) }],
  });
  await yardpack.advance('PT61S');
  expect(await subjects(business, wren, /^No visits/)).toContainEqual(expect.stringContaining('Thu, Mar 18'));
  await later(business, '2027-03-17T09:01:00-05:00');
  // The first one had gone before.
  expect((await subjects(business, customer, /resume on/)).toSorted()).toEqual([
    'Your visits resume on Fri, Mar 19',
    'Your visits resume on Sat, Mar 13',
  ]);
  // Staff may, too; not into other days away.
  expect((await hold(business, office, 10, 20, id)).body.hold.lastDay).toEqual(march(20));
  await hold(business, customer, 25, 26);
  const refused = await hold(business, customer, 10, 25, id);
  expect([refused.status, refused.error.fields?.[0]?.path]).toEqual([400, 'body.lastDay']);
});

test('days away whose answer was lost, and that were ended since, do not come back with a late repeat', async ({
  business,
}) => {
  const { customer } = business;
  const made = await hold(business, customer, 10, 18);
  await later(business, '2027-03-11T09:00:00-06:00');
  await end(business, customer, made.body.hold.id);
  expect((await hold(business, customer, 10, 18)).status).toBe(400);
  expect((await visits(business)).holds).toMatchObject([{ lastDay: march(11) }]);
  // Neither are days of another service's lengthened.
  expect((await hold(business, customer, 10, 18, randomUUID())).status).toBe(404);
});

test('who is away far ahead reads of the next visit as of one before that', async ({ business }) => {
  const { yardpack, customer, wren } = business;
  expect((await hold(business, customer, 24, 31)).status).toBe(200);
  await yardpack.advance('PT61S');
  const [[ofCustomer], [ofWorker]] = [
    await mailsTo(yardpack, customer, /^No visits/),
    await mailsTo(yardpack, wren, /^No visits/),
  ];
  const goOn = 'resume automatically afterwards.';
  expect(ofCustomer?.text).toContain(`Before that, the next visit is on Wed, Mar 10.\n\nYour visits ${goOn}`);
  expect(ofWorker?.text).toContain(`Before that, the next visit is on Wed, Mar 10.\n\nThey ${goOn}`);
  const texts = (await yardpack.messages({ to: customer.phone })).map(({ text }) => text).join();
  expect(texts).toContain('Before that, the next visit is on Wed, Mar 10.');
});

test('a hold that is ended within the minute was never told; later, everybody is', async ({ business }) => {
  const { yardpack, customer, wren, office } = business;
  const first = await hold(business, customer, 10, 24);
  for (const _ of [1, 2]) expect((await end(business, customer, first.body.hold.id)).status).toBe(200);
  await yardpack.advance('PT61S');
  expect([await subjects(business, wren, /visits at/i), await upcoming(business)]).toEqual([[], [10, 17, 24, 31, 7]]);
  const second = await hold(business, office, 9, 24);
  await later(business, '2027-03-15T09:00:00-05:00');
  await end(business, customer, second.body.hold.id);
  expect(await upcoming(business)).toEqual([17, 24, 31, 7, 14]);
  await yardpack.advance('PT61S');
  expect(await subjects(business, wren, /continue/)).toEqual(['Visits at 100 Main St continue']);
  expect(await subjects(business, customer, /continue/)).toEqual(['Visits at 100 Main St continue']);
});

test('visits go on with the first one that nobody has taken off', async ({ business }) => {
  const { yardpack, customer, engagement } = business;
  await hold(business, customer, 10, 16);
  const body = { date: march(17) };
  const params = { engagementId: engagement.id };
  expect((await yardpack.call('createSkip', { as: customer.accessToken, params, body } as never)).status).toBe(200);
  await later(business, '2027-03-15T09:01:00-05:00');
  const [mail] = await mailsTo(yardpack, customer, /resume on/);
  expect(mail?.text).toContain('The next one is on Wed, Mar 24.');
});

test('who is away on one day is not reminded that visits go on before they have stopped', async ({ business }) => {
  const { customer } = business;
  await hold(business, customer, 17, 17);
  await later(business, '2027-03-16T09:01:00-05:00');
  expect(await subjects(business, customer, /resume on/)).toEqual([]);
  await later(business, '2027-03-17T09:01:00-05:00');
  expect(await subjects(business, customer, /resume on/)).toEqual(['Your visits resume on Thu, Mar 18']);
});

test('who ends some of their days away reads on which others nobody comes still', async ({ business }) => {
  const { yardpack, customer, wren } = business;
  const first = await hold(business, customer, 10, 11);
  const second = await hold(business, customer, 17, 17);
  await hold(business, customer, 24, 26);
  await yardpack.advance('PT61S');
  const goingOn = (person: Person) => mailsTo(yardpack, person, /^Visits at .* continue$/);
  await end(business, customer, first.body.hold.id);
  await yardpack.advance('PT61S');
  for (const person of [customer, wren]) {
    expect((await goingOn(person)).map(({ text }) => /Still .*/.exec(text)?.[0])).toEqual([
      'Still nobody comes on Wed, Mar 17 and from Wed, Mar 24 to Fri, Mar 26.',
    ]);
  }
  // What waits names none that is taken back before it is read, told or not.
  const third = await hold(business, customer, 30, 31);
  await end(business, customer, second.body.hold.id);
  await end(business, customer, third.body.hold.id);
  await yardpack.advance('PT61S');
  for (const person of [customer, wren]) {
    expect((await goingOn(person)).map(({ text }) => /Still .*/.exec(text)?.[0])).toEqual([
      'Still nobody comes from Wed, Mar 24 to Fri, Mar 26.',
      expect.any(String),
    ]);
  }
});

test('days away that are set in the minute of a release are told to the customer, and not to who had the service', async ({
  business,
}) => {
  const { yardpack, customer, wren, engagement } = business;
  await hold(business, customer, 10, 17);
  const released = await yardpack.call('updateEngagement', {
    as: wren.accessToken,
    params: { engagementId: engagement.id },
    body: { status: 'ENGAGEMENT_STATUS_PROPOSED' },
  });
  expect(released.status).toBe(200);
  await yardpack.advance('PT61S');
  expect(await subjects(business, customer, /^No visits/)).toEqual(['No visits from Wed, Mar 10 to Wed, Mar 17']);
  expect(await subjects(business, wren, /^No visits/)).toEqual([]);
});

test('days away that are set in the minute of a claim are told to the customer and to who has the service then', async ({
  business,
}) => {
  const { yardpack, customer, wren, walt, engagement } = business;
  const params = { engagementId: engagement.id };
  const body = { status: 'ENGAGEMENT_STATUS_PROPOSED' } as const;
  await yardpack.call('updateEngagement', { as: wren.accessToken, params, body });
  await yardpack.advance('PT61S');
  await hold(business, customer, 10, 17);
  await claimEngagement(yardpack, walt, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  await yardpack.advance('PT61S');
  const [accepted] = await mailsTo(yardpack, customer, /will take care/);
  expect(accepted?.text).toContain('for the first time on Wed, Mar 24');
  expect(await subjects(business, customer, /^No visits/)).toEqual(['No visits from Wed, Mar 10 to Wed, Mar 17']);
  expect(await subjects(business, walt, /visits? /)).toEqual([
    'No visits at 100 Main St from Wed, Mar 10 to Wed, Mar 17',
  ]);
  // Of those that were told before nobody reads again.
  await yardpack.call('updateEngagement', { as: walt.accessToken, params, body });
  await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  await yardpack.advance('PT61S');
  expect(await subjects(business, customer, /^No visits/)).toHaveLength(1);
  expect(await subjects(business, wren, /^No visits/)).toEqual([]);
});

/** The customer, by text only, with what they have read; at night texts wait. */
async function byText(business: Business) {
  const { yardpack, customer } = business;
  const { world } = yardpack;
  const phone = '+14795550144';
  await agreeToAll(world, { email: customer.email, phone });
  await world.database
    .update(profiles)
    .set({ phone, notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' })
    .where(eq(profiles.id, customer.profileId));
  let seen = 0;
  return {
    /** @returns what came since it was asked last, the oldest first, less the name and the link */
    texts: async () => {
      await yardpack.drain();
      const all = (await yardpack.messages()).filter(({ to }) => to === phone).reverse();
      const news = all.slice(seen).map(({ text }) => text.replace(/^Yardpack: | http.*/g, ''));
      seen = all.length;
      return news;
    },
    night: (time: string) => later(business, `2027-03-08T${time}:00-06:00`),
    morning: () => later(business, '2027-03-09T08:01:00-06:00'),
  };
}
const standing = (business: Business, status: string) =>
  business.yardpack.call('updateEngagement', {
    as: business.customer.accessToken,
    params: { engagementId: business.engagement.id },
    body: { status },
  });
const away = (from: string, to: string, next: string) => {
  const the = next.slice(-2) < from.slice(-2) ? 'Before that, the' : 'The';
  return `nobody comes to 100 Main St from ${from} to ${to}, and nothing is charged then. ${the} next visit is on ${next}.`;
};

test('of a hold that is set, ended and set for other days at night one text is read in the morning, or none', async ({
  business,
}) => {
  const { customer } = business;
  const { texts, night, morning } = await byText(business);
  const first = await hold(business, customer, 10, 24);
  await later(business, '2027-03-08T09:02:00-06:00');
  expect(await texts()).toEqual([away('Wed, Mar 10', 'Wed, Mar 24', 'Wed, Mar 31')]);
  await night('22:00');
  await end(business, customer, first.body.hold.id);
  await night('22:10');
  const second = await hold(business, customer, 12, 20);
  await night('22:20');
  await end(business, customer, second.body.hold.id);
  await night('22:30');
  const third = await hold(business, customer, 15, 18);
  await night('22:40');
  expect(await texts()).toEqual([]);
  await morning();
  expect(await texts()).toEqual([
    'The visits at 100 Main St continue as planned. Still nobody comes from Mon, Mar 15 to Thu, Mar 18. Wren O. comes on Wed, Mar 10 and Wed, Mar 24.',
  ]);
  // One that is ended at once leaves what was told, and one that nobody was told of leaves nothing.
  const fourth = await hold(business, customer, 22, 23);
  await end(business, customer, fourth.body.hold.id);
  await later(business, '2027-03-09T08:10:00-06:00');
  expect(await texts()).toEqual([]);
  expect((await visits(business)).holds).toMatchObject([{ firstDay: march(15) }]);
  // Within a minute, too, other days come in place of the first.
  await end(business, customer, third.body.hold.id);
  await hold(business, customer, 16, 19);
  await later(business, '2027-03-09T08:20:00-06:00');
  expect(await texts()).toEqual([away('Tue, Mar 16', 'Fri, Mar 19', 'Wed, Mar 10')]);
});

test('who takes other days back before they are told still reads that the first ones were taken back', async ({
  business,
}) => {
  const { customer } = business;
  const { texts, night, morning } = await byText(business);
  const first = await hold(business, customer, 10, 24);
  await later(business, '2027-03-08T09:02:00-06:00');
  await texts();
  await night('22:00');
  await end(business, customer, first.body.hold.id);
  await night('22:10');
  const second = await hold(business, customer, 12, 20);
  await night('22:20');
  await end(business, customer, second.body.hold.id);
  await morning();
  expect(await texts()).toEqual([
    'The visits at 100 Main St continue as planned. Wren O. comes on Wed, Mar 10; Wed, Mar 17; and Wed, Mar 24.',
  ]);
});

test('of days away that are the same in the morning nobody reads anything, and of longer or shorter ones which they are', async ({
  business,
}) => {
  const { customer, wren, yardpack } = business;
  const { texts, night, morning } = await byText(business);
  const first = await hold(business, customer, 17, 20);
  await later(business, '2027-03-08T09:02:00-06:00');
  expect(await texts()).toEqual([away('Wed, Mar 17', 'Sat, Mar 20', 'Wed, Mar 10')]);
  const toWren = async () => (await mailsTo(yardpack, wren, /./)).length;
  const before = await toWren();
  await night('22:00');
  await end(business, customer, first.body.hold.id);
  await night('22:05');
  const same = await hold(business, customer, 17, 20);
  await morning();
  expect([await texts(), await toWren()]).toEqual([[], before]);
  // Longer ones are no days that were taken back.
  await end(business, customer, same.body.hold.id);
  const longer = await hold(business, customer, 17, 26);
  await later(business, '2027-03-09T09:00:00-06:00');
  expect(await texts()).toEqual([away('Wed, Mar 17', 'Fri, Mar 26', 'Wed, Mar 10')]);
  await end(business, customer, longer.body.hold.id);
  await hold(business, customer, 17, 19);
  await later(business, '2027-03-09T09:10:00-06:00');
  expect(await texts()).toEqual([
    'The visits at 100 Main St continue as planned. Still nobody comes from Wed, Mar 17 to Fri, Mar 19. Wren O. comes on Wed, Mar 24.',
  ]);
});

test('who changes their days away at night, from tomorrow on, reads the last in the morning, as their worker does', async ({
  business,
}) => {
  const { customer, wren, yardpack } = business;
  const { texts } = await byText(business);
  const first = await hold(business, customer, 10, 16);
  await later(business, '2027-03-08T09:02:00-06:00');
  await texts();
  await later(business, '2027-03-09T22:00:00-06:00');
  await end(business, customer, first.body.hold.id);
  const second = await hold(business, customer, 12, 20);
  await later(business, '2027-03-09T22:02:00-06:00');
  // It waits for the morning. Only the last is read, and it says all of it.
  expect(await mailsTo(yardpack, wren, /^No visits/)).toHaveLength(1);
  await end(business, customer, second.body.hold.id);
  await hold(business, customer, 10, 11);
  await later(business, '2027-03-09T22:20:00-06:00');
  await later(business, '2027-03-10T08:01:00-06:00');
  expect(await texts()).toEqual([
    'The visits at 100 Main St continue as planned. Still nobody comes from Wed, Mar 10 to Thu, Mar 11. The next visit is on Wed, Mar 17.',
  ]);
  const [mail, ...others] = await mailsTo(yardpack, wren, /continue$/);
  expect([mail?.text, others]).toEqual([expect.stringContaining('from Wed, Mar 10 to Thu, Mar 11'), []]);
});

test('days away of a service that is paused or canceled the same night are not told beside it', async ({
  business,
}) => {
  const { yardpack, customer, office, engagement } = business;
  const { texts, night, morning } = await byText(business);
  await night('22:00');
  await hold(business, customer, 10, 11);
  // Somebody of the office takes another visit off.
  const skipped = { date: march(24), reason: 'The truck is broken.' };
  const params = { engagementId: engagement.id };
  expect((await yardpack.call('createSkip', { as: office.accessToken, params, body: skipped })).status).toBe(200);
  await night('22:10');
  expect((await standing(business, 'ENGAGEMENT_STATUS_PAUSED')).status).toBe(200);
  await night('22:20');
  expect((await standing(business, 'ENGAGEMENT_STATUS_CANCELLED')).status).toBe(200);
  await morning();
  const [only, ...others] = await texts();
  expect([only, others]).toEqual([expect.stringMatching(/canceled/), []]);
});

test('nobody reads that visits begin again when the days away ended earlier, the service did, or other days away follow', async ({
  business,
}) => {
  const { yardpack, customer, office } = business;
  const { texts } = await byText(business);
  // Texts go on Mondays and Fridays only, so that the reminder of a Wednesday waits.
  await saveSettings(yardpack, office, { textsOnDays: '15' });
  const made = await hold(business, customer, 9, 18);
  await later(business, '2027-03-08T09:02:00-06:00');
  await later(business, '2027-03-17T09:01:00-05:00');
  const waiting = async () =>
    (await yardpack.world.database.select().from(messages).where(like(messages.dedupeKey, 'hold-ends:%'))).map(
      ({ outcome, reason }) => [outcome, reason],
    );
  expect(await waiting()).toEqual([[null, null]]);
  await texts();
  await end(business, customer, made.body.hold.id);
  expect(await waiting()).toEqual([['dropped', 'The days away have ended earlier.']]);

  // The next ones are followed by others before a visit comes, on a Wednesday.
  await hold(business, customer, 19, 22);
  const last = await hold(business, customer, 23, 30);
  await later(business, '2027-03-23T12:00:00-05:00');
  expect((await waiting()).length).toBe(1);
  await later(business, '2027-03-29T09:01:00-05:00');
  await texts();
  expect(await waiting()).toHaveLength(2);
  expect(last.status).toBe(200);
});

test('days that cannot be are refused at their field; a stranger and the worker have no say', async ({ business }) => {
  const { yardpack, customer, wren, office } = business;
  const refusal = async (as: Person, firstDay: number, lastDay: number) => {
    const { status, error } = await hold(business, as, firstDay, lastDay);
    return [status, ...(error.fields ?? []).map(({ path, message }) => `${path}: ${message}`)];
  };
  expect(await refusal(customer, 8, 10)).toEqual([400, 'body.firstDay: This can begin tomorrow at the earliest.']);
  expect(await refusal(office, 7, 10)).toEqual([400, 'body.firstDay: This day is over.']);
  expect(await refusal(customer, 12, 11)).toEqual([400, 'body.lastDay: The last day is before the first.']);
  await hold(business, customer, 10, 12);
  expect(await refusal(customer, 12, 14)).toEqual([
    400,
    'body.firstDay: You are away from Mar 10, 2027 to Mar 12, 2027 already. End that first.',
  ]);
  const stranger = await buildCustomer(yardpack, { firstName: 'Stranger' });
  expect((await refusal(stranger, 20, 21))[0]).toBe(404);
  expect((await refusal(wren, 20, 21))[0]).toBe(403);
});

test('a visit that was moved into the days away does not take place, and none can be moved there', async ({
  business,
}) => {
  const { yardpack, customer, wren, office, engagement } = business;
  const move = (day: number, toDay: number) =>
    yardpack.call('moveVisit', {
      as: office.accessToken,
      params: { engagementId: engagement.id },
      body: {
        date: march(day),
        workerProfileId: wren.profileId,
        toDate: march(toDay),
        toWorkerProfileId: wren.profileId,
      },
    });
  expect((await move(10, 11)).status).toBe(200);
  await hold(business, customer, 11, 13);
  expect(await upcoming(business)).toEqual([17, 24, 31, 7, 14]);
  const refused = await move(17, 12);
  expect([refused.status, refused.error.fields?.[0]?.message]).toEqual([400, 'The customer is away on this day.']);
});
