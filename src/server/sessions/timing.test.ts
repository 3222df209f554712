import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EndpointName } from '#contract/contract.ts';
import { rateLimits } from '../database/schema/rate-limits.ts';
import { owaspCost } from '../secrets.ts';
import { buildCustomer, someAddress, testPassword } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
beforeAll(async () => {
  yardpack = await createTestWorld({}, { hashCost: owaspCost });
});
afterAll(() => yardpack.close());

const pairs = 40;
const warmUp = 10;
const paths = { signIn: '/v1/sign-in', resetPassword: '/v1/reset-password' } satisfies Partial<
  Record<EndpointName, string>
>;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const ask = async (path: string, username: string) => {
  const payload = { username, password: `${testPassword}x` };
  const start = performance.now();
  const { statusCode, headers, body } = await yardpack.app.inject({
    method: 'POST',
    url: path,
    remoteAddress: someAddress(),
    payload,
  });
  const { traceId: _, ...said } = JSON.parse(body);
  return { took: performance.now() - start, answer: { statusCode, said, headers: Object.keys(headers) } };
};

/**
 * Asks for a name that somebody has and one that nobody has by turns, so that whatever slows the machine down slows
 * both, and compares what each pair differs by: the noise of the machine has no side, a difference would have one.
 */
test.each(Object.entries(paths))(
  '%s answers a known name as it does an unknown one, and as fast',
  async (_, path) => {
    const known = await buildCustomer(yardpack);
    const unknown = known.username.replace('person', 'nobody');
    const times: { known: number; unknown: number }[] = [];
    for (let pair = 0; pair < warmUp + pairs; pair += 1) {
      // Otherwise both would be out of tries after ten wrong passwords.
      if (pair % 5 === 0) await yardpack.world.database.delete(rateLimits);
      // The first of a pair may find colder caches, so each name is first in every other pair.
      const isKnownFirst = pair % 2 === 0;
      const first = await ask(path, isKnownFirst ? known.username : unknown);
      const second = await ask(path, isKnownFirst ? unknown : known.username);
      expect(first.answer).toEqual(second.answer);
      if (pair < warmUp) continue;
      const [ofKnown, ofUnknown] = isKnownFirst ? [first, second] : [second, first];
      times.push({ known: ofKnown.took, unknown: ofUnknown.took });
    }
    const typical = median(times.map((time) => time.unknown));
    const differences = times.map((time) => time.known - time.unknown).toSorted((a, b) => a - b);
    // Where the true median is but for one time in 400: as many places around the middle as three deviations of a
    // count of as many coins.
    const spread = Math.ceil((3 * Math.sqrt(pairs)) / 2);
    const [least = Number.NaN, most = Number.NaN] = [differences[pairs / 2 - spread], differences[pairs / 2 + spread]];
    if (process.env.TEST_LOG) {
      const ofKnown = median(times.map((time) => time.known));
      console.log(`${path}: known ${ofKnown} ms, unknown ${typical} ms, a pair differs by ${median(differences)} ms`);
    }
    expect(least).toBeLessThan(typical * 0.05);
    expect(most).toBeGreaterThan(typical * -0.05);
  },
  180_000,
);
