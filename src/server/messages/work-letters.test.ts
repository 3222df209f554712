import { eq, inArray, like, or } from 'drizzle-orm';
import { expect } from 'vitest';
import { purposeOf } from '#domain/consents.ts';
import { messages } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import { sweep } from '../sweep.ts';
import { moveEngagement, putEngagement } from '../testing/engagement-calls.ts';
import { advanceFor, buildEngagement, claimEngagement } from '../testing/engagement-factories.ts';
import { march, marchTest as test } from '../testing/march-business.ts';
import { revokeConsents } from './consents.ts';

/** All that workers are told of services and visits; what is about their account and their money has classes of its own. */
const kinds = [
  ...['address-changed', 'address-chosen', 'days-away', 'days-off-declined', 'engagement-status', 'holiday'],
  'holiday-taken-back',
  ...['rhythm-asked', 'rhythm-withdrawn', 'visit-on-again', 'visit-skipped', 'visit-told'],
];

test('a worker who has ended mails about visits gets every letter about their work, and no link to end it', async ({
  people,
}) => {
  const { yardpack, customer, wren, walt, office } = people;
  const { world } = yardpack;
  const workers = [wren, walt];
  await world.database
    .update(profiles)
    .set({ notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' })
    .where(inArray(profiles.id, [wren.profileId, walt.profileId]));
  const none = { channel: 'email', purposes: ['service'], source: 'mail-link', word: 'List-Unsubscribe' } as const;
  await world.database.transaction(async (transaction) => {
    for (const { email } of workers) await revokeConsents(world, transaction, { ...none, address: email });
  });

  const made = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, made, ['DAY_OF_WEEK_WEDNESDAY']);
  const params = { engagementId: made.id };
  const minute = async () => {
    // Longer than a token lives, all of it.
    await advanceFor(yardpack, 'PT90S', [customer, office]);
    await sweep(world);
    await yardpack.drain();
  };
  const good = async (answer: Promise<{ status: number; error: unknown }>) => {
    const { status, error } = await answer;
    expect([status, status === 200 ? null : error]).toEqual([200, null]);
    await minute();
  };
  const move = (from: number, to: number, whose = wren, by = walt) => ({
    ...{ date: march(from), workerProfileId: whose.profileId, toDate: march(to), toWorkerProfileId: by.profileId },
  });
  // The office gives a visit to Walt; a customer is away and back, takes a visit off and wants it again.
  await good(yardpack.call('moveVisit', { as: office.accessToken, params, body: move(24, 24) }));
  const away = { firstDay: march(17), lastDay: march(18) };
  const { body } = await yardpack.call('createHold', { as: customer.accessToken, params, body: away });
  await minute();
  await good(yardpack.call('endHold', { as: customer.accessToken, params: { ...params, holdId: body.hold.id } }));
  await good(yardpack.call('createSkip', { as: customer.accessToken, params, body: { date: march(31) } }));
  await good(yardpack.call('deleteSkip', { as: customer.accessToken, params: { ...params, date: '2027-03-31' } }));
  // A day off, which is none after all.
  const dayOff = { day: march(10), name: 'Founders’ Day', movedTo: march(11) };
  await good(yardpack.call('setHoliday', { as: office.accessToken, body: dayOff }));
  const { holidays } = (await yardpack.call('listHolidays', { as: office.accessToken })).body;
  const holidayId = holidays.find(({ name }) => name === dayOff.name)?.id ?? '';
  await good(yardpack.call('takeBackHoliday', { as: office.accessToken, params: { holidayId } }));
  const ofWren = { workerProfileId: wren.profileId };
  const asked = await yardpack.call('askForDaysOff', {
    ...{ as: wren.accessToken, params: ofWren },
    body: { day: march(24), lastDay: march(26) },
  });
  const declined = { params: { holidayId: asked.body.daysOff.id }, body: { reason: 'Spring is too busy.' } };
  await good(yardpack.call('declineDaysOff', { as: office.accessToken, ...declined }));
  // Another rhythm, and not; another address, and the same one otherwise.
  const wish = { frequency: 2, interval: 1 as const, startDay: march(29) };
  await good(yardpack.call('askRhythm', { as: customer.accessToken, params, body: wish }));
  await good(yardpack.call('withdrawRhythm', { as: customer.accessToken, params }));
  const addressId = customer.addressId;
  const { address } = (await yardpack.call('getAddress', { as: customer.accessToken, params: { addressId } })).body;
  const typed = (streetAddress1: string) => ({ ...address, streetAddress1, country: 'US' }) as never;
  const street = { streetAddress1: '9 New St', city: 'Rogers', state: 'AR', zipCode: '72756', country: 'US' };
  await good(
    yardpack.call('updateAddress', { as: customer.accessToken, params: { addressId }, body: typed('7 Other St') }),
  );
  const added = {
    as: customer.accessToken,
    params: { profileId: customer.profileId },
    body: { ...street, primaryAddress: false },
  };
  const { address: second } = (await yardpack.call('createAddress', added as never)).body;
  await good(putEngagement(yardpack, customer, made.id, { serviceAddressId: second.id }));
  // It rests, goes on and ends; Walt was to make a visit of it.
  for (const status of ['PAUSED', 'ACCEPTED', 'CANCELLED'])
    await good(moveEngagement(yardpack, customer, made.id, status));
  await advanceFor(yardpack, '2027-03-09T09:00:00-06:00', [customer, office, wren, walt]);
  await minute();

  const theirs = await world.database
    .select()
    .from(messages)
    .where(or(...workers.map(({ profileId }) => eq(messages.profileId, profileId))));
  const ofWork = theirs.filter(({ dedupeKey }) => kinds.includes(dedupeKey.split(':')[0] ?? ''));
  expect([...new Set(ofWork.map(({ dedupeKey }) => dedupeKey.split(':')[0]))].toSorted()).toEqual(kinds);
  for (const message of ofWork) {
    expect(message).toMatchObject({ outcome: 'sent', unsubscribeToken: null, class: 'security', waitsForDay: true });
    expect(message.text).toContain('You get this because it is about your work.');
  }
  // Whatever else they are told cannot be ended either.
  expect(theirs.filter(({ class: kind }) => purposeOf[kind] !== 'account')).toEqual([]);
  const accountOf = await world.database.select().from(messages).where(like(messages.dedupeKey, 'visit-told:%'));
  expect(accountOf.some(({ class: kind, profileId }) => kind === 'service' && profileId === customer.profileId)).toBe(
    true,
  );
});
