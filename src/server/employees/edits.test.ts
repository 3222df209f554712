import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Profile } from '#contract/profiles.ts';
import { profiles } from '../database/schema/profiles.ts';
import { buildCustomer, buildEmployee, buildWorker, mailsTo, type Person, signUpBody } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const erinMoss = { firstName: 'Erin', lastName: 'Moss' };
const read = async (yardpack: TestWorld, as: Person, { profileId }: Person): Promise<Profile> =>
  (await yardpack.call('getProfile', { as: as.accessToken, params: { profileId } })).body.profile;
const save = (
  yardpack: TestWorld,
  as: Person,
  { profileId }: Person,
  body: Partial<Profile> & { textsAgreed?: boolean },
) => yardpack.call('updateProfile', { as: as.accessToken, params: { profileId }, body: body as never });
const recordOf = async (yardpack: TestWorld, as: Person, { userId: aboutId }: Person) =>
  (await yardpack.call('listChanges', { as: as.accessToken, query: { aboutId } })).body.changes.map((change) => [
    change.kind,
    change.by?.name,
    ...change.fields.map(({ name, from, to }) => [name, from, to].join()),
  ]);

test('staff mend a customer’s profile; the record has what changed, from what to what, and who did it', async ({
  yardpack,
}) => {
  const erin = await buildEmployee(yardpack, erinMoss);
  const customer = await buildCustomer(yardpack);
  const before = await read(yardpack, erin, customer);
  const form = { ...before, phone: '4795550142', lastName: 'Fern', isDefault: true, onboardingComplete: true };
  const unasked = await save(yardpack, erin, customer, form);
  expect([unasked.status, unasked.error.fields?.[0]?.path]).toEqual([400, 'body.textsAgreed']);
  const saved = await save(yardpack, erin, customer, { ...form, textsAgreed: true });
  expect(saved.body.profile).toMatchObject({ phone: '+14795550142', lastName: 'Fern', onboardingComplete: false });
  // The same again, and what the customer changes, is no news of staff.
  const again = await read(yardpack, erin, customer);
  expect((await save(yardpack, erin, customer, again)).status).toBe(200);
  expect(
    (await save(yardpack, customer, customer, { ...again, version: again.version + 1, lastName: 'Moss' })).status,
  ).toBe(200);
  expect((await save(yardpack, erin, customer, { ...again, lastName: 'Late' })).status).toBe(409);
  const changed = [`lastName,${before.lastName},Fern`, `phone,${before.phone},+14795550142`];
  expect(await recordOf(yardpack, erin, customer)).toEqual([['profile-changed', 'Erin Moss', ...changed]]);
});

test('another email counts once the customer opens the link, and the old one is told', async ({ yardpack }) => {
  const erin = await buildEmployee(yardpack, erinMoss);
  const customer = await buildCustomer(yardpack);
  const before = await read(yardpack, erin, customer);
  const saved = await save(yardpack, erin, customer, { ...before, email: 'new.fern@example.com' });
  expect(saved.body.profile).toMatchObject({ email: customer.email, pendingEmail: 'new.fern@example.com' });
  await yardpack.drain();
  expect(await mailsTo(yardpack, customer, /email address is about to change/)).toHaveLength(1);
  expect(await recordOf(yardpack, erin, customer)).toEqual([
    ['profile-changed', 'Erin Moss', `askedEmail,${customer.email},new.fern@example.com`],
  ]);
});

test('the office mends names and numbers, and not the email that somebody signs in with', async ({ yardpack }) => {
  const { database } = yardpack.world;
  const [manager, office] = [await buildEmployee(yardpack, erinMoss), await buildEmployee(yardpack)];
  await database.update(profiles).set({ staffRole: 'office' }).where(eq(profiles.id, office.profileId));
  for (const person of [await buildCustomer(yardpack), await buildWorker(yardpack)]) {
    const before = await read(yardpack, office, person);
    const refused = await save(yardpack, office, person, { ...before, email: 'mine@example.com' });
    expect([refused.status, refused.error.fields?.[0]?.path]).toEqual([400, 'body.email']);
    const asked = await save(yardpack, manager, person, { ...before, email: `new.${before.email}` });
    expect(asked.status).toBe(200);
    // The form of the office has the address of before, or the one that was asked for.
    for (const email of [before.email, `new.${before.email}`]) {
      const { version } = await read(yardpack, office, person);
      expect((await save(yardpack, office, person, { ...before, lastName: 'Fern', email, version })).status).toBe(200);
    }
    expect((await read(yardpack, office, person)).pendingEmail).toBe(`new.${before.email}`);
  }
});

test('staff do not change what belongs to an employee, not even the customer’s profile of one', async ({
  yardpack,
}) => {
  const office = await buildEmployee(yardpack);
  await yardpack.world.database.update(profiles).set({ staffRole: 'office' }).where(eq(profiles.id, office.profileId));
  const owner = await buildEmployee(yardpack);
  const both = await buildCustomer(yardpack);
  await yardpack.world.database.insert(profiles).values({
    ...(await yardpack.world.database.select().from(profiles).where(eq(profiles.id, owner.profileId)))[0],
    id: undefined,
    userId: both.userId,
    email: both.email,
    isDefault: false,
  } as never);
  for (const person of [owner, both]) {
    const before = await read(yardpack, office, person);
    expect((await save(yardpack, office, person, { ...before, email: 'mine@example.com' })).status).toBe(404);
    const as = office.accessToken;
    const { addresses } = (await yardpack.call('listAddresses', { as, params: { profileId: person.profileId } })).body;
    const [address] = addresses;
    if (!address) throw new Error('There is no address');
    const params = { addressId: address.id };
    const body = { ...address, country: 'US', gateNotes: 'Mine.' } as never;
    expect((await yardpack.call('updateAddress', { as, params, body })).status).toBe(404);
    expect((await yardpack.call('archiveAddress', { as, params })).status).toBe(404);
  }
});

test('staff add, change and archive addresses of customers and workers, each once in the record', async ({
  yardpack,
}) => {
  const erin = await buildEmployee(yardpack, erinMoss);
  const as = erin.accessToken;
  for (const person of [await buildCustomer(yardpack), await buildWorker(yardpack)]) {
    const street = {
      streetAddress1: '9 Elm St',
      city: 'Rogers',
      state: 'AR',
      zipCode: '72756',
      country: 'US',
    } as const;
    const params = { profileId: person.profileId };
    const added = (await yardpack.call('createAddress', { as, params, body: street })).body.address;
    const addressId = { addressId: added.id };
    const body = { ...street, label: 'Yard', primaryAddress: false, gateNotes: 'Code 1234', version: added.version };
    for (let time = 0; time < 2; time += 1) {
      const version = added.version + time;
      const { status } = await yardpack.call('updateAddress', { as, params: addressId, body: { ...body, version } });
      expect(status).toBe(200);
    }
    expect((await yardpack.call('archiveAddress', { as, params: addressId })).status).toBe(200);
    expect((await yardpack.call('archiveAddress', { as, params: addressId })).status).toBe(404);
    expect(await recordOf(yardpack, erin, person)).toEqual([
      ['address-archived', 'Erin Moss'],
      ['address-changed', 'Erin Moss', 'gateNotes,,Code 1234', `label,${street.streetAddress1},Yard`],
      ['address-added', 'Erin Moss'],
    ]);
    const unknown = { profileId: '01a20783-6a4c-7000-8000-000000000009' };
    expect((await yardpack.call('createAddress', { as, params: unknown, body: street })).status).toBe(404);
  }
});

test('staff turn texts off and not on, because who gets them has agreed to them', async ({ yardpack }) => {
  const erin = await buildEmployee(yardpack, erinMoss);
  const customer = await buildCustomer(yardpack, { notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' });
  const off = 'NOTIFICATION_PREFERENCE_EMAIL';
  const prefer = async (by: Person, notificationPreference: Profile['notificationPreference']) =>
    await save(yardpack, by, customer, { ...(await read(yardpack, erin, customer)), notificationPreference });
  expect((await prefer(erin, off)).body.profile.notificationPreference).toBe(off);
  const refused = await prefer(erin, 'NOTIFICATION_PREFERENCE_TEXT');
  expect([refused.status, refused.error.fields?.[0]?.path]).toEqual([400, 'body.notificationPreference']);
  expect((await prefer(customer, 'NOTIFICATION_PREFERENCE_TEXT')).status).toBe(200);
});

test('as whom a person signs in is not for staff to say', async ({ yardpack }) => {
  const erin = await buildEmployee(yardpack, erinMoss);
  const customer = await buildCustomer(yardpack);
  const { birthdate: birthday, ...form } = signUpBody('PROFILE_TYPE_WORKER', {
    birthdate: { year: 1990, month: 2, day: 28 },
    userId: customer.userId,
    email: customer.email,
  }) as ReturnType<typeof signUpBody> & { birthdate: object };
  const params = { userId: customer.userId };
  const added = await yardpack.call('createProfile', { as: customer.accessToken, params, body: { ...form, birthday } });
  const { profile } = added.body;
  const asWorker = { ...customer, profileId: profile.id };
  const saved = await save(yardpack, erin, asWorker, { ...profile, isDefault: true, label: 'Helper' });
  expect(saved.body.profile).toMatchObject({ isDefault: false, label: 'Helper' });
});
