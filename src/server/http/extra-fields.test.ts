import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, type EndpointName } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Answer, handledEndpoints, inputOf, type Proof, plainAnswer, send } from '../testing/access-calls.ts';
import { type Dump, differences } from '../testing/access-database.ts';
import { bodyObjects, type Call, recordOf, valueAt, withValueAt } from '../testing/access-positions.ts';
import { type AccessWorld, createAccessWorld, roles } from '../testing/access-world.ts';

/**
 * Every endpoint that writes, called with what its contract does not list: the name of every column there is, and the
 * names by which JavaScript objects are poisoned. It must do exactly what it does without them.
 */

let access: AccessWorld;
let known: Set<string>;
let extras: Record<string, unknown>;
beforeAll(async () => {
  access = await createAccessWorld();
  known = new Set(Object.values(access.database.kept).flat().flatMap(randomWords));
  extras = await hostileColumns();
});
afterAll(() => access.test.close());

const writing = (Object.keys(contract) as EndpointName[]).filter((name) => contract[name].method !== 'GET');

describe.each(writing)('%s', (name) => {
  test('takes nothing from fields that its contract does not list', async ({ skip }) => {
    if (!handledEndpoints(access.test).some((one) => one.name === name)) return skip('it answers 501 still');
    const endpoint: Endpoint = contract[name];
    const input = inputOf(name);
    for (const role of typeof input.as === 'string' ? ['customer' as const] : input.as) {
      const { accessToken, cookie } = access.ours.people[role];
      const proof = input.as === 'anyone' ? {} : input.as === 'cookie' ? { cookie } : { accessToken };
      const call = input.call(access.ours.own(role), role, access.test.world.clock.now());
      const control = await outcome(endpoint, call, proof);
      expect(control.answer, `${name} as ${role}`).toMatchObject({ status: 200 });
      const hostile = await outcome(endpoint, withExtras(endpoint, call), proof);
      if (refusesExtras(endpoint)) {
        expect(hostile.answer, `${name} as ${role}`).toMatchObject({ status: 400, errorCode: 'INVALID_INPUT' });
      } else {
        expect(hostile.answer, `${name} as ${role} answers extra fields in another way`).toEqual(control.answer);
        expect(differences(control.rows, hostile.rows), `${name} as ${role} writes extra fields`).toEqual([]);
      }
      await takesNoPoison(`${name} as ${role}`, endpoint, call, proof, control);
    }
  });
});

/** Where the body is a strict object, in which a misspelt name is an error. */
function refusesExtras({ body }: Endpoint): boolean {
  const { catchall } = body._zod.def as { catchall?: Endpoint['body'] };
  return catchall?._zod.def.type === 'never';
}

async function takesNoPoison(
  what: string,
  endpoint: Endpoint,
  call: Call,
  proof: Proof,
  control: Outcome,
): Promise<void> {
  const inner = JSON.stringify({ isAdmin: true, profileType: 'PROFILE_TYPE_EMPLOYEE', userId: extras.userId });
  const own = JSON.stringify(call.body ?? {}).slice(1);
  for (const poison of [`"__proto__":${inner}`, `"constructor":{"prototype":${inner}}`]) {
    const body = `{${poison}${own === '}' ? '' : ','}${own}`;
    const poisoned = await outcome(endpoint, { ...call, body }, proof);
    if (poisoned.answer.status < 400) {
      expect(poisoned.answer, what).toEqual(control.answer);
      expect(differences(control.rows, poisoned.rows), `${what} writes ${poison}`).toEqual([]);
    } else {
      expect(poisoned.answer, what).toMatchObject({ status: 400, errorCode: 'INVALID_INPUT' });
      expect(
        differences(plainRows(access.database.kept), poisoned.rows),
        `${what} refuses ${poison} and writes`,
      ).toEqual([]);
    }
    expect('isAdmin' in {} || 'userId' in {}, `${what} makes ${poison} part of every object`).toBe(false);
  }
}

type Outcome = { answer: ReturnType<typeof plainAnswer>; rows: Dump };

/** Makes a call, and rolls it back. @returns what was answered and is stored then, without new ids and times */
async function outcome(endpoint: Endpoint, call: Call, proof: Proof): Promise<Outcome> {
  const answer: Answer = await send(access.test, endpoint, call, proof);
  const rows = plainRows(await access.database.dump());
  await access.database.restore();
  return { answer: plainAnswer({ ...answer, body: JSON.parse(plainText(JSON.stringify(answer.body))) }), rows };
}

/**
 * Every column of every table, under its name in the database and in our code, each with a value worth cheating for.
 */
async function hostileColumns(): Promise<Record<string, unknown>> {
  const { rows } = await access.test.world.database.$client.query<{ name: string; type: string }>(
    `select distinct column_name as name, data_type as type from information_schema.columns where table_schema = 'public'`,
  );
  const strangers: Record<string, string> = access.strangers.own('customer');
  const texts: Record<string, string> = {
    status: 'ENGAGEMENT_STATUS_COMPLETED',
    type: 'PROFILE_TYPE_EMPLOYEE',
    billingCycle: 'BILLING_CYCLE_YEARLY',
  };
  const payingValue = (name: string, type: string) => {
    if (type === 'uuid') return strangers[name] ?? strangers.userId;
    if (type === 'boolean') return true;
    if (type === 'integer' || type === 'double precision') return 1;
    if (type === 'date') return '2001-01-01';
    if (type.startsWith('timestamp')) return '2001-01-01T00:00:00Z';
    // Short, because every object in a list gets every column.
    return texts[name] ?? 'x';
  };
  const columns = rows.flatMap(({ name, type }) => {
    const camelCase = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const value = payingValue(camelCase, type);
    return [[camelCase, value] as const, [name, value] as const];
  });
  const roleNames = { isAdmin: true, isEmployee: true, isStaff: true, role: 'employee', roles, permissions: ['*'] };
  const profileType = 'PROFILE_TYPE_EMPLOYEE';
  return {
    ...Object.fromEntries(columns),
    ...roleNames,
    profileType,
    profiles: [{ type: profileType }],
    prototype: { isAdmin: true },
  };
}

/** @returns the call with the extras in its query and in every object of its body that does not list them */
function withExtras(endpoint: Endpoint, call: Call): Call {
  const objects = bodyObjects(endpoint, call.body);
  const places = objects.length === 0 ? [{ place: [], names: [] }] : objects;
  const body = places.reduce<unknown>((changed, { place, names }) => {
    const unlisted = Object.entries(extras).filter(([name]) => !names.includes(name));
    return withValueAt(changed, place, { ...recordOf(valueAt(changed, place)), ...Object.fromEntries(unlisted) });
  }, call.body ?? {});
  const query = Object.entries(extras).filter(([, value]) => typeof value === 'string');
  return { ...call, query: { ...Object.fromEntries(query), ...recordOf(call.query) }, body };
}

const plainRows = (dump: Dump): Dump =>
  Object.fromEntries(Object.entries(dump).map(([name, lines]) => [name, plainLines(lines)]));

/** By the lists of tables that no call has written to, which are the same each time. */
const plain = new WeakMap<string[], string[]>();

function plainLines(lines: string[]): string[] {
  const found = plain.get(lines) ?? lines.map(plainText);
  plain.set(lines, found);
  return found;
}

/** What is another one each time: ids, tokens and hashes that were not there before, and moments from now on. */
function plainText(text: string): string {
  return text
    .replaceAll(recoveryCode, '<code>')
    .replaceAll(moment, (time) => (known.has(time) ? time : '<time>'))
    .replaceAll(randomWord, (word) => (isRandom(word) && !known.has(word) ? '<new>' : word));
}

/** As it is shown, and the part by which a stored one is found. */
const recoveryCode = /(?<=")[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}(?=")|(?<="lookup": ")[a-z2-9]{4}/g;
/** As text, or within an address. */
const moment = /20[2-9]\d-\d\d-\d\dT(?:[\d:.]|%3A)+(?:Z|\+00:00)?/g;
const randomWord = /[\w.+/$=,-]{16,}/g;
/** An enumeration's value is as long, in capitals without digits; a token of 43 characters may have no digit either. */
const isRandom = (word: string) =>
  /[a-z]/.test(word) && /\d|^(cus|acct|seti|pi)_|signature=|(^|=)[\w-]{43}$/.test(word);
const randomWords = (text: string): string[] => [...(text.match(randomWord) ?? []), ...(text.match(moment) ?? [])];
