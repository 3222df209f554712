import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Profile } from '#contract/profiles.ts';
import { issueJoinCode } from '../join-codes/service.ts';
import { buildCustomer, type Person, signUpBody } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
beforeAll(async () => {
  yardpack = await createTestWorld();
});
afterAll(() => yardpack.close());

const addProfile = (person: Person, profileType: string, details: object) =>
  yardpack.call('createProfile', {
    as: person.accessToken,
    params: { userId: person.userId },
    body: { ...signUpBody(profileType), userId: person.userId, ...details },
  });
const listProfiles = async (person: Person) =>
  (await yardpack.call('listProfiles', { as: person.accessToken, params: { userId: person.userId } })).body.profiles;
const update = (person: Person, profile: Profile, changes: object) =>
  yardpack.call('updateProfile', {
    as: person.accessToken,
    params: { profileId: profile.id },
    body: { ...profile, ...changes },
  });

/** A customer who is a worker and an employee too. */
async function buildPersonOfAllTypes(): Promise<Person> {
  const person = await buildCustomer(yardpack);
  const birthday = { year: 1990, month: 2, day: 28 };
  expect((await addProfile(person, 'PROFILE_TYPE_WORKER', { birthday })).status).toBe(200);
  const joinCode = await issueJoinCode(yardpack.world, null);
  expect((await addProfile(person, 'PROFILE_TYPE_EMPLOYEE', { joinCode })).status).toBe(200);
  return person;
}

test('profiles that are made the default at the same moment leave one default', async () => {
  const person = await buildPersonOfAllTypes();
  const profiles = await listProfiles(person);
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(
      profiles.map((profile) => update(person, profile, { isDefault: true, version: undefined })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await listProfiles(person)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  }
});

test('of two who change the same version one is told; who takes the default away changes that profile too', async () => {
  const person = await buildPersonOfAllTypes();
  const [profile, other] = await listProfiles(person);
  if (!profile || !other) throw new Error('No profile');
  const answers = await Promise.all(['A', 'B', 'C'].map((firstName) => update(person, profile, { firstName })));
  const [saved, ...more] = answers.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  expect(answers.filter(({ status }) => status === 409).map(({ error }) => [error.errorCode, error.message])).toEqual(
    Array.from({ length: 2 }, () => [
      'CONFLICT',
      'This profile was changed by somebody else in the meantime. What you typed is still here.',
    ]),
  );
  const now = saved?.body.profile;
  expect((await listProfiles(person))[0]).toEqual(now);
  // After a refused change the default is the same as before.
  expect((await update(person, other, { isDefault: true, version: other.version + 1 })).status).toBe(409);
  expect((await listProfiles(person))[0]).toMatchObject({ isDefault: true, version: now?.version });
  expect((await update(person, other, { isDefault: true })).status).toBe(200);
  expect((await update(person, profile, { version: now?.version })).status).toBe(409);
  // Without a version, an edit changes any version.
  expect((await update(person, profile, { version: undefined })).status).toBe(200);
  expect((await update(person, profile, { version: 2_147_483_648 })).error.fields?.[0]?.path).toBe('body.version');
});

test('an id in a body that differs from the one in the path is refused by name', async () => {
  const [person, other] = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
  const [profile] = await listProfiles(person);
  if (!profile) throw new Error('No profile');
  const fields = async (answer: Promise<{ status: number; error: { fields?: { path: string }[] | undefined } }>) => {
    const { status, error } = await answer;
    return [status, error.fields?.map(({ path }) => path)];
  };
  const worker = { birthday: { year: 1990, month: 2, day: 28 } };
  const foreign = addProfile(person, 'PROFILE_TYPE_WORKER', { ...worker, userId: other.userId });
  expect(await fields(foreign)).toEqual([400, ['body.userId']]);
  expect(await fields(update(person, profile, { id: other.profileId }))).toEqual([400, ['body.id']]);
  expect(await fields(update(person, profile, { userId: other.userId }))).toEqual([400, ['body.userId']]);
  expect(await listProfiles(person)).toEqual([profile]);
});

test('an id in capitals is the same id', async () => {
  const person = await buildCustomer(yardpack);
  const [profile] = await listProfiles(person);
  if (!profile) throw new Error('No profile');
  const read = await yardpack.call('getProfile', {
    as: person.accessToken,
    params: { profileId: profile.id.toUpperCase() },
  });
  expect([read.status, read.body.profile]).toEqual([200, profile]);
  const ids = { id: profile.id.toUpperCase(), userId: profile.userId.toUpperCase() };
  expect((await update(person, profile, ids)).status).toBe(200);
  const foreign = await yardpack.call('getProfile', {
    as: person.accessToken,
    params: { profileId: randomUUIDv7().toUpperCase() },
  });
  expect(foreign.status).toBe(404);
});

test('a name is one line', async () => {
  const person = await buildCustomer(yardpack);
  const [profile] = await listProfiles(person);
  if (!profile) throw new Error('No profile');
  const { status, body } = await update(person, profile, { displayName: 'Pat\r\nYour card was declined' });
  expect([status, body.profile.displayName]).toEqual([200, 'Pat Your card was declined']);
});

test('the name that others see has fifty characters at most, however long the first name is', async () => {
  const person = await buildCustomer(yardpack, { firstName: 'Wolfe'.repeat(40) });
  const [profile] = await listProfiles(person);
  if (!profile) throw new Error('There is no profile');
  expect(profile.displayName.length).toBeLessThanOrEqual(50);
  expect((await update(person, profile, { displayName: 'N'.repeat(50) })).status).toBe(200);
  const { status, error } = await update(person, profile, { displayName: 'N'.repeat(51), version: undefined });
  expect([status, error.message]).toEqual([400, 'Please use at most 50 characters.']);
});

test('of requests at the same moment one adds the profile, and a person holds one of each type', async () => {
  const person = await buildCustomer(yardpack);
  const birthday = { year: 1990, month: 2, day: 28 };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => addProfile(person, 'PROFILE_TYPE_WORKER', { birthday })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect([refused?.error.errorCode, refused?.error.message, refused?.error.fields?.[0]?.path]).toEqual([
    'ALREADY_EXISTS',
    'You already have a profile of this type.',
    'body.profileType',
  ]);
  expect((await addProfile(person, 'PROFILE_TYPE_CUSTOMER', {})).status).toBe(409);
  const held = await listProfiles(person);
  expect(held.map(({ type }) => type)).toEqual(['PROFILE_TYPE_CUSTOMER', 'PROFILE_TYPE_WORKER']);
  const addresses = await Promise.all(
    held.map(
      async ({ id }) =>
        (await yardpack.call('listAddresses', { as: person.accessToken, params: { profileId: id } })).body.addresses,
    ),
  );
  expect(addresses.map(({ length }) => length)).toEqual([1, 1]);
});

test('a refused second profile does not use up the join code', async () => {
  const person = await buildPersonOfAllTypes();
  const joinCode = await issueJoinCode(yardpack.world, null);
  expect((await addProfile(person, 'PROFILE_TYPE_EMPLOYEE', { joinCode })).status).toBe(409);
  expect((await yardpack.call('validateJoinCode', { body: { joinCode } })).body).toEqual({ valid: true });
});

test('onboarding can be completed and not taken back', async () => {
  const person = await buildCustomer(yardpack);
  const [profile] = await listProfiles(person);
  if (!profile) throw new Error('No profile');
  expect(profile.onboardingComplete).toBe(false);
  const completed = await update(person, profile, { onboardingComplete: true });
  expect([completed.status, completed.body.profile.onboardingComplete]).toEqual([200, true]);
  const undone = await update(person, completed.body.profile, { onboardingComplete: false });
  expect([undone.status, undone.body.profile.onboardingComplete]).toEqual([200, true]);
  expect((await listProfiles(person))[0]?.onboardingComplete).toBe(true);
});

test('a new profile is never complete, the default, or named by the caller', async () => {
  const person = await buildCustomer(yardpack);
  const { body } = await addProfile(person, 'PROFILE_TYPE_WORKER', {
    birthday: { year: 1990, month: 2, day: 28 },
    onboardingComplete: true,
    isDefault: true,
    label: 'Mine',
    displayName: 'Mine',
  });
  expect(body.profile).toMatchObject({
    onboardingComplete: false,
    isDefault: false,
    label: 'Worker',
    displayName: 'Pat L.',
  });
});

test("somebody else's profile can be neither read nor changed; staff may do both", async () => {
  const [person, other] = [await buildCustomer(yardpack), await buildPersonOfAllTypes()];
  const [profile] = await listProfiles(person);
  if (!profile) throw new Error('No profile');
  const read = (as: Person) => yardpack.call('getProfile', { as: as.accessToken, params: { profileId: profile.id } });
  const stranger = await buildCustomer(yardpack);
  expect((await read(stranger)).status).toBe(404);
  expect((await update(stranger, profile, { firstName: 'Mallory' })).status).toBe(404);
  expect((await read(other)).body.profile).toEqual(profile);
  expect((await update(other, profile, { firstName: 'Mended' })).status).toBe(200);
});
