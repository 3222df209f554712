import { expect } from 'vitest';
import { createApp } from '../app.ts';
import { createMetrics } from '../system/metrics.ts';
import { createTestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { policyReports } from './policy-reports.ts';

const asked = (directive: string, blocked = 'https://evil.test/a?name=casey') =>
  JSON.stringify({ 'csp-report': { 'effective-directive': directive, 'blocked-uri': blocked } });
const reported = (...directives: string[]) =>
  JSON.stringify(
    directives.map((effectiveDirective) => ({
      type: 'csp-violation',
      body: { effectiveDirective, blockedURL: 'inline', documentURL: 'https://yards.test/profiles/1?token=secret' },
    })),
  );

/** A site whose figures and log can be read, that is told some reports. */
async function tell(payloads: readonly (string | undefined)[], contentType = 'application/csp-report') {
  const lines: Record<string, unknown>[] = [];
  const yardpack = await createTestWorld(
    { LOG_LEVEL: 'info' },
    { logTo: { write: (line) => void lines.push(JSON.parse(line)) } },
  );
  const metrics = createMetrics({ withProcess: false });
  const app = await createApp({ ...yardpack.world, meters: metrics.meters });
  const statuses: number[] = [];
  for (const payload of payloads) {
    const headers = { 'content-type': contentType, 'sec-fetch-site': 'cross-site' };
    statuses.push((await app.inject({ method: 'POST', url: policyReports.path, headers, payload })).statusCode);
  }
  const counted = (await metrics.text()).split('\n').filter((line) => line.startsWith('yardpack_policy_reports_total'));
  await app.close();
  await yardpack.close();
  const logged = lines.filter(({ event }) => event === 'policy-report');
  return { statuses, logged, counted: counted.map((line) => line.replace('yardpack_policy_reports_total', '')) };
}

test('reports of browsers, old and new, are counted by directive, with one line of the log a minute for each', async () => {
  const old = await tell([asked('script-src-elem'), asked('script-src-elem'), asked("img-src 'self'")]);
  expect(old.statuses).toEqual([204, 204, 204]);
  expect(old.counted).toEqual(['{directive="script-src-elem"} 2', '{directive="img-src"} 1']);
  expect(old.logged.map(({ directive, blocked }) => [directive, blocked])).toEqual([
    ['script-src-elem', 'https://evil.test'],
    ['img-src', 'https://evil.test'],
  ]);
  const modern = await tell([reported('style-src-elem', 'frame-src')], 'application/reports+json');
  expect(modern.counted).toEqual(['{directive="style-src-elem"} 1', '{directive="frame-src"} 1']);
  expect(modern.logged[0]?.blocked).toBe('inline');
  expect(JSON.stringify([old.logged, modern.logged])).not.toMatch(/casey|secret|profiles/);
});

test('what is no report is not counted, and a made-up directive is no name of its own', async () => {
  const nonsense = [
    '',
    undefined,
    'nonsense',
    'null',
    '[null, 7]',
    '{"csp-report": 7}',
    '[{"type": "deprecation", "body": {}}]',
  ];
  const { statuses, counted, logged } = await tell([
    ...nonsense,
    asked('drop table'),
    asked('constructor', 'x'.repeat(500)),
  ]);
  expect(statuses).toEqual(Array(nonsense.length + 2).fill(204));
  expect(counted).toEqual(['{directive="other"} 2']);
  expect(logged.map(({ blocked }) => blocked)).toEqual(['https://evil.test']);
});

test('a report has a size, and an address a number of them', async () => {
  const many = reported(...Array(100).fill('img-src'));
  const { statuses, counted } = await tell(['x'.repeat(policyReports.bodyLimit + 1), many]);
  expect([statuses, counted]).toEqual([[413, 204], ['{directive="img-src"} 20']]);
  const more = await tell(Array(policyReports.limit.calls + 1).fill(asked('img-src')));
  expect(more.statuses.slice(-2)).toEqual([204, 429]);
});
