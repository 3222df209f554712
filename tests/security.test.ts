import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const project = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(project, path), 'utf8');

/** The rows of docs/security.md. */
const rows = [
  ...read('docs/security.md').matchAll(/^\| \**(\d+\.\d+\.\d+)\** *\|[^|]*\| *([^|]+?) *\| *(.+?) *\|$/gm),
].map(([, number = '', verdict = '', where = '']) => ({ number, verdict, where }));
const areas = /^(domain|contract|web|sandbox|service-worker)\//;
/** Where a file is that the page names: in src/server unless its path says otherwise. */
const places = (file: string) => [file, areas.test(file) ? `src/${file}` : `src/server/${file}`];

test('docs/security.md counts its rows rightly', () => {
  const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length;
  const counts = [rows.length, count('met'), count('**partly**'), count('**not met**')];
  expect(counts[0]).toBe((counts[1] ?? 0) + (counts[2] ?? 0) + (counts[3] ?? 0));
  const [all, met, partly, not] = counts;
  expect(read('docs/security.md')).toContain(`${all} rows: ${met} met, ${partly} partly, ${not} not met.`);
});

test('each row that is met names a test, or says why none can show it', () => {
  const met = rows.filter(({ verdict }) => verdict === 'met');
  const shown = ({ where }: (typeof rows)[number]) => /\.test\.tsx?`/.test(where) || /\bNo test: \S/.test(where);
  expect(met.filter((row) => !shown(row)).map(({ number }) => number)).toEqual([]);
});

test('each file that docs/security.md names is there', () => {
  const named = rows.flatMap(({ number, where }) =>
    [...where.matchAll(/`([\w./-]+\.(?:tsx?|js|json|md|yaml))`/g)].map(([, file = '']) => ({ number, file })),
  );
  expect(named.length).toBeGreaterThan(150);
  const lost = named.filter(({ file }) => !places(file).some((place) => existsSync(join(project, place))));
  expect(lost).toEqual([]);
});

const sources = ['server', 'contract', 'domain', 'web', 'service-worker'].flatMap((area) =>
  readdirSync(join(project, 'src', area), { recursive: true, encoding: 'utf8' })
    .map((name) => `${area}/${name.split(sep).join('/')}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^server\/testing\//.test(name))
    .map((name) => ({ name, text: read(`src/${name}`) })),
);
const filesWith = (what: RegExp, area = /^/) =>
  sources.filter(({ name, text }) => area.test(name) && what.test(text)).map(({ name }) => name);

/** What is dangerous where input reaches it: who looked at these files found none. */
test.each([
  [
    '1.2.5: the system runs',
    /node:child_process/,
    /^/,
    ['cluster-paths', 'embedded-process', 'embedded'].map((name) => `server/database/${name}.ts`),
  ],
  ['1.3.2: code is made', /\beval\(|new Function\(|node:vm/, /^/, ['server/http/answer-writer.ts']],
  [
    '3.2.2: markup is put in',
    /dangerouslySetInnerHTML|\.(inner|outer)HTML|insertAdjacentHTML|document\.write\(/,
    /^/,
    ['web/app/island.tsx', 'web/landing/landing-page.tsx', 'web/root.tsx'],
  ],
  [
    '3.5.5: other windows are heard',
    /addEventListener\('message'|\bonmessage\b/,
    /^/,
    ['web/offline/outbox.ts', 'web/plan/day-order.ts', 'web/plan/order-worker.ts'],
  ],
  [
    '3.7.2: callers are sent elsewhere',
    /\.redirect\(|header\('location'/,
    /^server/,
    ['server/messages/photo-routes.ts'],
  ],
  ['4.2.1: a lenient parser is asked for', /insecureHTTPParser/, /^/, []],
  ['6.5.3: a weak random number is drawn', /Math\.random/, /^(server|domain|contract)/, []],
  ['11.3.1: something is encrypted', /createCipheriv\(|new Encrypter\(/, /^/, ['server/backup/sealed-file.ts']],
  [
    '11.4.3: another hash than SHA-256 is taken',
    /create(Hash|Hmac)\('(?!sha256')|RSA-SHA1/,
    /^/,
    ['server/messages/sns-notices.ts', 'server/messages/twilio.ts'],
  ],
  [
    '16.2.3: something is printed past the log',
    /\bconsole\.|process\.std(out|err)/,
    /^server/,
    ['server/check-settings.ts', 'server/command.ts', 'server/log.ts', 'server/main.ts'],
  ],
] as const)('%s in these files alone', (_what, pattern, area, files) => {
  expect(filesWith(pattern, area).sort()).toEqual([...files].sort());
});

test('1.2.9: regular expressions are made of our own words alone', () => {
  const made = sources.flatMap(({ name, text }) => [...text.matchAll(/new RegExp\(/g)].map(() => name));
  expect([...new Set(made)].sort()).toEqual([
    'contract/calendar.ts',
    'contract/day-range.ts',
    'contract/page.ts',
    'domain/cleaning.ts',
    'domain/street.ts',
    'domain/text-keywords.ts',
    'domain/text-parts.ts',
    'domain/text-reaction.ts',
    'server/backup/first-format.ts',
    'server/geocoding/zip-codes.ts',
    'server/http/site-documents.ts',
    'server/http/site.ts',
    'server/messages/dsn.ts',
    'server/messages/plain-words.ts',
    'server/reports/service.ts',
  ]);
});

test('15.3.2: no call of the server follows a redirect', () => {
  const calls = sources.filter(({ name, text }) => name.startsWith('server/') && /\bfetch\(/.test(text));
  expect(calls.length).toBeGreaterThan(1);
  const count = (text: string, what: RegExp) => [...text.matchAll(what)].length;
  const following = calls.filter(
    ({ text }) => count(text, /\bfetch\(/g) !== count(text, /\bredirect: '(error|manual)'/g),
  );
  expect(following.map(({ name }) => name)).toEqual([]);
});
