import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { contract, type EndpointName } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Answer, handledEndpoints, inputOf, plainAnswer, send } from '../testing/access-calls.ts';
import type { AccessInput } from '../testing/access-inputs.ts';
import { type Call, type IdPosition, idPositions, withIds } from '../testing/access-positions.ts';
import {
  type AccessWorld,
  createAccessWorld,
  type Own,
  type OwnKey,
  type Role,
  roles,
  type Side,
  unknownId,
} from '../testing/access-world.ts';

/**
 * Every endpoint of the contract with every id in path, query and body, called by everybody who must not and by
 * everybody who may. What to call with is in src/server/testing/access-inputs.ts; the ids are found in the schemas.
 */

let access: AccessWorld;
let handled: string[];
beforeAll(async () => {
  access = await createAccessWorld();
  handled = handledEndpoints(access.test).map(({ name }) => name);
});
afterAll(() => access.test.close());
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await access.database.restore();
});

const names = Object.keys(contract) as EndpointName[];

test('every endpoint has an entry of who may call it', () => {
  const missing = names
    .filter((name) => handled.includes(name))
    .flatMap((name) => {
      try {
        inputOf(name);
        return [];
      } catch (error) {
        return [String(error)];
      }
    });
  expect(missing).toEqual([]);
});

test('the ids of a call are found in params, query, arrays and objects of its schemas', () => {
  const now = access.test.world.clock.now();
  const placesOf = (name: EndpointName, role: Role) =>
    idPositions(contract[name], inputOf(name).call(access.ours.own(role), role, now)).map(({ place }) =>
      place.join('.'),
    );
  expect(placesOf('deletePaymentMethod', 'customer')).toEqual(['params.userId', 'params.paymentMethodId']);
  expect(placesOf('deleteScheduleTemplateDays', 'worker')).toEqual([
    'body.scheduleTemplateDaysIds.0',
    'body.scheduleTemplateDaysIds.1',
  ]);
  expect(placesOf('updateEngagements', 'customer')).toContain('body.engagements.1.billingAddressId');
  expect(placesOf('sendInquiry', 'customer')).toEqual(['body.inquiryId']);
});

describe.each(names)('%s', (name) => {
  const endpoint: Endpoint = contract[name];

  test('answers who may call it, and nobody else', async ({ skip }) => {
    if (!handled.includes(name)) return skip('it answers 501 still');
    const input = inputOf(name);
    await refusesStrangers(name, endpoint, input);
    await expectNothingChanged(name);
    await answersAllowed(name, endpoint, input);
  });
});

async function refusesStrangers(name: EndpointName, endpoint: Endpoint, input: AccessInput): Promise<void> {
  if (input.as === 'anyone' || input.as === 'cookie') {
    // Only endpoints whose entries say so may do without an access token.
    expect(endpoint.access.who).toBe(input.as === 'cookie' ? 'sessionCookie' : 'anyone');
    for (const [schemaPath, key] of Object.entries(input.made ?? {})) {
      const own = access.strangers.own('customer');
      const call = input.call(own, 'customer', access.test.world.clock.now());
      const positions = idPositions(endpoint, call).filter((position) => position.schemaPath === schemaPath);
      await send(
        access.test,
        endpoint,
        withIds(call, positions, () => own[key]),
      );
      await expectNothingChanged(`${name}, ${schemaPath} of a thing that is there`);
    }
    return;
  }
  expect(endpoint.access.who).toBe('signedIn');
  const now = access.test.world.clock.now();
  const ownOf = (side: Side, role: Role) => side.own(role);

  for (const role of input.as) {
    const own = ownOf(access.ours, role);
    const call = input.call(own, role, now);
    const positions = wholePositions(name, endpoint, call);
    await refuses(`${name} for nobody`, () => send(access.test, endpoint, call), 401);
    await refuses(
      `${name} for a made-up token`,
      () => send(access.test, endpoint, call, { accessToken: 'x'.repeat(43) }),
      401,
    );

    const proof = { accessToken: access.ours.people[role].accessToken };
    for (const group of groups(positions)) {
      await refusesOthersIds(`${name} as ${role}`, endpoint, { input, role, call, own, group, proof });
    }
    if (role !== 'employee') await refusesTheWholeCallOfOthers(name, endpoint, input, role);
    await refusesOtherProfile(name, endpoint, input, role);
  }

  for (const role of roles.filter((one) => !input.as.includes(one))) {
    const [allowed] = input.as;
    if (!allowed) continue;
    for (const side of [access.ours, access.strangers]) {
      const call = input.call(ownOf(access.ours, allowed), allowed, now);
      const who = side === access.ours ? `the same business's ${role}` : `a stranger who is ${role}`;
      const proof = { accessToken: side.people[role].accessToken };
      const answer = await refuses(`${name} for ${who}`, () => send(access.test, endpoint, call, proof));
      // People in the same engagement may know that a thing exists, although they may not do this with it.
      if (side === access.ours) continue;
      const unknown = withUnknown(call, idPositions(endpoint, call));
      const other = await refuses(`${name} for ${who}`, () => send(access.test, endpoint, unknown, proof));
      expect(plainAnswer(answer), `${name} tells ${who} an id from an unknown one`).toEqual(plainAnswer(other));
    }
  }
}

type Attempt = {
  input: AccessInput;
  role: Role;
  call: Call;
  own: Own;
  group: IdPosition[];
  proof: { accessToken: string };
};

/** Tries strangers' ids and ids of other kinds for one id of a call. All get the answer of an unknown id. */
async function refusesOthersIds(
  what: string,
  endpoint: Endpoint,
  { input, role, call, own, group, proof }: Attempt,
): Promise<void> {
  const [position] = group;
  if (!position) return;
  const where = `${what}, ${group.map((one) => one.place.join('.')).join(' and ')}`;
  const made = input.made?.[position.schemaPath];
  const strangers = access.strangers.own(role);
  const at = (replacement: unknown) =>
    send(
      access.test,
      endpoint,
      withIds(call, group, () => replacement),
      proof,
    );
  const key = made ?? keyOf(own, position.value);
  if (!key) throw new Error(`${where} is not from \`own\` (src/server/testing/access-inputs.ts): ${position.value}`);
  const foreign = strangers[key];
  const isShared = foreign === own[key] && !made;
  if (made) {
    // A new id is allowed there. A stranger's id must not touch the stranger's thing.
    const answer = await at(foreign);
    if (answer.status < 400 && foreign !== own[made])
      throw new Error(`${where} takes the id of a stranger's thing: ${JSON.stringify(answer)}`);
    return;
  }
  const unknown = await at(unknownId(position.value));
  if (role === 'employee' && unknown.status < 300) {
    expect(isEmpty(unknown.body), `${where} answers an unknown id with something`).toBe(true);
    return;
  }
  expect(unknown.status, `${where} takes an unknown id: ${JSON.stringify(unknown)}`).toBeGreaterThanOrEqual(400);

  const others = (input.refuses ?? []).map((one): [string, string] => [one, own[one]]);
  const otherKinds = (['engagementId', 'productId'] as const).filter(
    (one) => !key.toLowerCase().endsWith(one.toLowerCase()),
  );
  if (!isStripeId(position.value)) others.push(...otherKinds.map((one): [string, string] => [one, own[one]]));
  if (!isShared && (role !== 'employee' || input.staffOwnOnly)) {
    others.push(['a stranger', foreign]);
    if (!isStripeId(foreign)) others.push(['a stranger, in capitals', foreign.toUpperCase()]);
  }
  for (const [whose, id] of others) {
    const answer = await at(id);
    await refuses(`${where} of ${whose}`, async () => answer);
    expectAlike(`${where} of ${whose}`, answer, unknown, whose.startsWith('a stranger') ? input.told?.code : undefined);
  }
}

/** A stranger of the same type makes exactly the call that we may make. */
async function refusesTheWholeCallOfOthers(
  name: EndpointName,
  endpoint: Endpoint,
  input: AccessInput,
  role: Role,
): Promise<void> {
  const own = access.ours.own(role);
  const strangers = access.strangers.own(role);
  const call = input.call(own, role, access.test.world.clock.now());
  const foreign = idPositions(endpoint, call).filter(({ value, schemaPath }) => {
    const key = keyOf(own, value);
    return !input.made?.[schemaPath] && key !== undefined && strangers[key] !== value;
  });
  if (foreign.length === 0) return;
  const proof = { accessToken: access.strangers.people[role].accessToken };
  const what = `${name} for a stranger who is ${role}`;
  const answer = await refuses(what, () => send(access.test, endpoint, call, proof));
  const unknown = await refuses(what, () => send(access.test, endpoint, withUnknown(call, foreign), proof));
  expectAlike(what, answer, unknown, input.told?.code);
}

/** A person who is customer and worker uses one profile, or its things, instead of the other. */
async function refusesOtherProfile(
  name: EndpointName,
  endpoint: Endpoint,
  input: AccessInput,
  role: Role,
): Promise<void> {
  if (role === 'employee' || input.onePersonCannot) return;
  const own = access.both.own(role);
  const call = input.call(own, role, access.test.world.clock.now());
  const proof = { accessToken: access.both.people[role].accessToken };
  const pairs: [string, string][] = [
    [own.profileId, own.otherProfileId],
    [own.addressId, own.otherAddressId],
  ];
  for (const group of groups(idPositions(endpoint, call))) {
    const [position] = group;
    const other = pairs.find(([one]) => one === position?.value)?.[1];
    if (
      !position ||
      other === undefined ||
      group.some((one) => input.otherProfileToo?.places.includes(one.schemaPath))
    ) {
      continue;
    }
    const what = `${name} as ${role}, ${position.place.join('.')} of the other profile`;
    const at = (id: string) =>
      send(
        access.test,
        endpoint,
        withIds(call, group, () => id),
        proof,
      );
    const answer = await refuses(what, () => at(other));
    expectAlike(what, answer, await at(unknownId(other)));
  }
}

async function answersAllowed(name: EndpointName, endpoint: Endpoint, input: AccessInput): Promise<void> {
  const now = access.test.world.clock.now();
  for (const role of input.as === 'anyone' || input.as === 'cookie' ? roles : input.as) {
    const person = access.ours.people[role];
    const proof =
      input.as === 'anyone'
        ? {}
        : input.as === 'cookie'
          ? { cookie: person.cookie }
          : { accessToken: person.accessToken };
    const call = input.call(access.ours.own(role), role, now);
    const answer = await send(access.test, endpoint, call, proof);
    expect(answer.status, `${name} is not answered to ${role}: ${JSON.stringify(answer.body)}`).toBe(200);
    expect(endpoint.response.safeParse(answer.body).error).toBeUndefined();
    if (role !== 'employee') expectNothingOfStrangers(`${name} as ${role}`, answer.body);
    if (endpoint.method !== 'GET') await access.database.restore();
  }
}

function expectNothingOfStrangers(what: string, body: unknown): void {
  const text = JSON.stringify(body);
  for (const role of roles) {
    const [own, strangers] = [access.ours.own(role), access.strangers.own(role)];
    const secrets = Object.entries(strangers).filter(([key, id]) => id !== '' && own[key as OwnKey] !== id);
    for (const [key, id] of secrets) expect(text, `${what} tells a stranger's ${key}`).not.toContain(id);
    const { username, email } = access.strangers.people[role];
    for (const secret of [username, email, access.strangersMark]) expect(text, what).not.toContain(secret);
  }
}

async function refuses(what: string, call: () => Promise<Answer>, status?: number): Promise<Answer> {
  const answer = await call();
  expect(answer.status, `${what} is not refused: ${JSON.stringify(answer.body)}`).toBeGreaterThanOrEqual(status ?? 400);
  expect(answer.status, `${what}: ${JSON.stringify(answer.body)}`).toBeLessThan(
    status === undefined ? 500 : status + 1,
  );
  return answer;
}

async function expectNothingChanged(what: string): Promise<void> {
  expect(await access.database.changes(), `${what} was refused, and still changed something`).toEqual([]);
}

function expectAlike(what: string, answer: Answer, unknown: Answer, told?: string): void {
  const plain = plainAnswer(answer);
  if (told !== undefined && 'errorCode' in plain && plain.errorCode === told) return;
  expect(plain, `${what} is told from an unknown id`).toEqual(plainAnswer(unknown));
}

/** @throws Error when the call of the table leaves an id out */
function wholePositions(name: EndpointName, endpoint: Endpoint, call: Call): IdPosition[] {
  const positions = idPositions(endpoint, call);
  const missing = positions.filter(({ value }) => value === undefined);
  if (missing.length === 0) return positions;
  const places = missing.map(({ schemaPath }) => schemaPath).join(', ');
  throw new Error(`${name} has ids that its entry in src/server/testing/access-inputs.ts leaves out: ${places}`);
}

/** @returns changes of each id: in one position, and in all positions at once */
function groups(positions: IdPosition[]): IdPosition[][] {
  const same = [...Map.groupBy(positions, ({ value }) => value).values()].filter((group) => group.length > 1);
  return [...positions.map((position) => [position]), ...same];
}

/** The same unknown id for the same id. */
function withUnknown(call: Call, positions: IdPosition[]): Call {
  const unknown = new Map(positions.map(({ value }) => [value, unknownId(value)]));
  return withIds(call, positions, (value) => unknown.get(value));
}

const keyOf = (own: Own, value: unknown): OwnKey | undefined =>
  (Object.keys(own) as OwnKey[]).find((key) => own[key] === value && value !== '');

/** Stripe's ids are of another form, and compared with regard to case. */
const isStripeId = (id: unknown) => typeof id === 'string' && id.includes('_');

/** Whether an answer holds nothing but empty lists, and no page after them. */
const isEmpty = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  Object.values(body).every((value) => value === null || (Array.isArray(value) && value.length === 0));
