import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { contract, type EndpointName } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ErrorBody } from '#contract/errors.ts';
import { type Answer, handledEndpoints, inputOf, send } from '../testing/access-calls.ts';
import { bodyObjects, idPositions, recordOf, withIds } from '../testing/access-positions.ts';
import { type AccessWorld, createAccessWorld } from '../testing/access-world.ts';

/** Every endpoint with every id malformed, and with bodies that are none, made by somebody who may call it. */

let access: AccessWorld;
beforeAll(async () => {
  access = await createAccessWorld();
});
afterAll(() => access.test.close());
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await access.database.restore();
});

const noIds: [string, unknown][] = [
  ['text', 'not-an-id'],
  ['nothing', ''],
  ['null', null],
  ['a number', 123],
  ['an object', {}],
  ['a list', []],
  ['a list of ids', ['01a1faf9-517a-7e20-a600-d651acd3e540']],
  ['an id with more behind it', '01a1faf9-517a-7e20-a600-d651acd3e540\n'],
  ['SQL', "' or '1'='1"],
];
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe.each(Object.keys(contract) as EndpointName[])('%s', (name) => {
  const endpoint: Endpoint = contract[name];

  test('refuses what is malformed with a clear error', async ({ skip }) => {
    if (!handledEndpoints(access.test).some((one) => one.name === name)) return skip('it answers 501 still');
    const input = inputOf(name);
    const role = typeof input.as === 'string' ? 'customer' : (input.as[0] ?? 'customer');
    const { accessToken, cookie } = access.ours.people[role];
    const proof = input.as === 'anyone' ? {} : input.as === 'cookie' ? { cookie } : { accessToken };
    const call = input.call(access.ours.own(role), role, access.test.world.clock.now());

    for (const position of idPositions(endpoint, call)) {
      for (const [what, value] of noIds) {
        // In a query a list of one id is written as the id is.
        if (position.place[0] === 'query' && what === 'a list of ids') continue;
        const answer = await send(
          access.test,
          endpoint,
          withIds(call, [position], () => value),
          proof,
        );
        expectRefused(`${name}, ${position.place.join('.')} is ${what}`, answer);
      }
    }

    const objects = bodyObjects(endpoint, call.body);
    const [first = 'extra'] = objects[0]?.names ?? [];
    const whole = JSON.stringify(call.body ?? {});
    const noBodies: [string, string | undefined][] = [
      ['nothing', undefined],
      ['a list', '[]'],
      ['text', '"text"'],
      ['null', 'null'],
      ['a number', '1'],
      ['half', whole.slice(0, -1)],
      ['lists in lists', nested(100_000)],
      [
        'lists in lists in a field',
        JSON.stringify({ ...recordOf(call.body), [first]: 0 }).replace(':0', `:${nested(50_000)}`),
      ],
      ['two megabytes', JSON.stringify({ ...recordOf(call.body), [first]: 'x'.repeat(2_000_000) })],
      ['almost a megabyte', JSON.stringify({ ...recordOf(call.body), [first]: 'x'.repeat(1_000_000) })],
    ];
    expect(await access.database.changes(), name).toEqual([]);
    if (endpoint.method === 'GET') return;
    for (const [what, body] of noBodies) {
      const answer = await send(access.test, endpoint, { ...call, body }, proof);
      const mayPass = objects.length === 0;
      if (!mayPass || answer.status >= 300) expectRefused(`${name} with ${what} for a body`, answer);
    }
    // An endpoint without a body may ignore the body.
    if (objects.length === 0) await access.database.restore();
    else expect(await access.database.changes(), name).toEqual([]);
  });
});

function expectRefused(what: string, { status, body }: Answer): void {
  const text = `${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`;
  expect(status, text).toBeGreaterThanOrEqual(400);
  expect(status, text).toBeLessThan(500);
  const error = ErrorBody.parse(body);
  expect(error.message, text).not.toBe('');
  expect(error.traceId, text).not.toBe('');
  if (status === 400 && error.errorCode === 'INVALID_INPUT') expect(error.fields?.length, text).toBeGreaterThan(0);
}
