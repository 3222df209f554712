import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { circles, doorsOf, importsOf, uselessDoors, violations } from './layout-rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function sources(): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `src/${name.split(sep).join('/')}`);
}

test('every source file keeps to the layout', () => {
  const files = sources();
  for (const area of ['domain', 'contract', 'server', 'web', 'sandbox']) {
    expect(
      files.filter((file) => file.startsWith(`src/${area}/`)),
      `files of src/${area}`,
    ).not.toHaveLength(0);
  }
  const broken = files.flatMap((file) => violations(file, readFileSync(join(root, file), 'utf8')));
  expect(broken, broken.join('\n')).toEqual([]);
});

test('each file that ARCHITECTURE.md and the decisions name is there', () => {
  const inFolders = ['src', 'scripts', 'tests', 'bench'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const files = [...readdirSync(root), ...inFolders].map((name) => `/${name.split(sep).join('/')}`);
  const isThere = (path: string) => files.some((file) => file.endsWith(`/${path}`));
  const decisions = readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`);
  const named = ['ARCHITECTURE.md', ...decisions].flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(/`([\w./-]+\.[jt]sx?)`/g)].map(([, path = '']) => ({
      document,
      path,
    })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ path }) => !isThere(path))).toEqual([]);
});

test('no SQL asks for a function that Postgres has had only since 18', () => {
  const files = sources().filter((file) => file.startsWith('src/server/'));
  expect(files.filter((file) => /\buuidv[47]\(/.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('a start does not wait for what sends mails and texts, keeps files elsewhere or redraws photos', () => {
  const isHeavy = /^import (?!type)[^;]*from '[^']*\/(mail|text|s3-store|picture)\.ts'/m;
  const files = sources().filter((file) => file.startsWith('src/server/') && !file.endsWith('.test.ts'));
  expect(files.filter((file) => isHeavy.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test.each(['src/web', 'src/server'])('no folder of %s imports one that imports it', (area) => {
  const texts = new Map(sources().map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const found = circles(area, texts);
  expect(found, found.join('\n')).toEqual([]);
});

test('a circle of folders is found, however far around, and not among tests', () => {
  const texts = new Map([
    ['src/web/a/one.ts', "import { b } from '#web/b/two.ts';"],
    ['src/web/b/two.ts', "import { c } from '../c/three.ts';"],
    ['src/web/c/three.ts', "const a = import('#web/a/other.ts');"],
    ['src/web/a/other.ts', "import { a } from './one.ts';"],
    ['src/web/d/four.test.ts', "import { e } from '#web/e/five.ts';"],
    ['src/web/e/five.ts', "import { d } from '#web/d/six.ts';"],
  ]);
  expect(circles('src/web', texts)).toEqual([
    'a → b → c → a: src/web/a/one.ts imports src/web/b/two.ts; src/web/b/two.ts imports src/web/c/three.ts; src/web/c/three.ts imports src/web/a/other.ts',
  ]);
});

test('imports are found in every form', () => {
  const text = [
    "import first from 'first';",
    'import {\n  a,\n  type B,\n} from "#domain/second.ts";',
    "import type { C } from './third.ts';",
    "export { d } from '../fourth.ts';",
    "export * from 'fifth';",
    "import 'sixth';",
    "const e = await import('seventh');",
    "let f: import('eighth').F;",
    "const text = 'import it from the shop';",
  ].join('\n');
  expect(importsOf(text).sort()).toEqual(
    ['first', '#domain/second.ts', './third.ts', '../fourth.ts', 'fifth', 'sixth', 'seventh', 'eighth'].sort(),
  );
});

test.each([
  ['src/domain/pricing.ts', 'zod', 'domain imports nothing but domain'],
  ['src/domain/pricing.ts', '#contract/errors.ts', 'domain imports nothing but domain'],
  ['src/contract/works.ts', 'react', 'contract imports domain and zod only'],
  ['src/server/works/service.ts', '#web/api/client.ts', 'server and web never meet'],
  ['src/web/works/screen.tsx', '#server/works/service.ts', 'never server or sandbox'],
  ['src/web/works/screen.tsx', '../../server/works/service.ts', 'never server or sandbox'],
  ['src/web/works/screen.tsx', '#web/products/form.tsx', 'a web noun imports'],
  ['src/web/ui/button.tsx', '#web/app/shell.tsx', 'web/ui knows no noun'],
  ['src/sandbox/stripe/store.ts', '#server/config.ts', 'sandbox stands in for the outside world'],
  ['src/sandbox/routes.ts', '#contract/billing.ts', 'sandbox stands in for the outside world'],
  ['src/server/app.ts', '#sandbox/mailbox.ts', 'import sandbox'],
  ['src/server/works/routes.ts', './store.ts', 'routes import'],
  ['src/server/works/routes.ts', '#server/products/service.ts', 'routes import'],
  ['src/server/works/store.ts', './routes.ts', 'store imports'],
  ['src/server/works/store.ts', '#server/products/store.ts', 'store imports'],
  ['src/server/works/service.ts', '#server/products/store.ts', 'the doors of other nouns'],
  ['src/server/works/steps.ts', '#server/accounts/mailed-links.ts', 'the doors of other nouns'],
  ['src/web/products/screen.tsx', '#web/plan/plan-page.tsx', 'the doors of other nouns'],
  ['src/server/works/service.ts', 'drizzle-orm', 'SQL is in store files only'],
  ['src/server/works/charge.ts', '#server/database/schema/works.ts', 'SQL is in store files only'],
  ['src/server/app.ts', 'pg', 'SQL is in store files only'],
])('%s may not import %s', (file, imported, rule) => {
  const found = violations(file, `import { x } from '${imported}';\n`);
  expect(found.join('\n')).toContain(rule);
  expect(found.join('\n')).toContain(`${file}: imports ${imported}`);
});

test.each([
  ['src/server/works/routes.ts', './service.ts'],
  ['src/server/works/routes.ts', '#server/http/route.ts'],
  ['src/server/works/routes.ts', '#server/world.ts'],
  ['src/server/works/service.ts', '#server/engagements/views.ts'],
  ['src/server/works/steps.ts', '#server/accounts/opening.ts'],
  ['src/web/products/screen.tsx', '#web/plan/week-form.tsx'],
  ['src/server/works/service.ts', '#server/stripe/client.ts'],
  ['src/server/works/service.ts', '#server/database/connection.ts'],
  ['src/server/works/store.ts', '#server/database/schema/works.ts'],
  ['src/server/stand-ins.ts', '#sandbox/sandbox.ts'],
  ['src/sandbox/failures.ts', '#contract/errors.ts'],
  ['src/web/works/screen.tsx', '#web/ui/button.tsx'],
  ['src/web/works/screen.tsx', './parts/row.tsx'],
  ['src/contract/works.ts', 'zod/mini'],
])('%s may import %s', (file, imported) => {
  expect(violations(file, `import { x } from '${imported}';\n`)).toEqual([]);
});

test('every door is there, and used', () => {
  const texts = new Map(sources().map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  expect(uselessDoors(texts)).toEqual([]);
  expect(uselessDoors(new Map()).length).toBeGreaterThan(10);
});

test.each(['visits', 'plans', 'engagements'])('the room %s has at most five doors', (room) => {
  expect(doorsOf(`src/server/${room}`).length).toBeLessThanOrEqual(5);
  expect(doorsOf(`src/server/${room}`)).not.toEqual([]);
});

test('barrels are reported', () => {
  expect(violations('src/domain/index.ts', '')).toHaveLength(1);
});
