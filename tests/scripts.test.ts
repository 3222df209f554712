import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const scripts = fileURLToPath(new URL('../scripts/', import.meta.url));

/** Scripts are no TypeScript, so that nothing else looks whether what they import is still there. */
test('what scripts import of the product is there', async () => {
  const files = readdirSync(scripts, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const missing: string[] = [];
  let found = 0;
  for (const file of files) {
    const text = readFileSync(join(scripts, file), 'utf8');
    for (const [, names = '', path = ''] of text.matchAll(/^import \{([^}]+)\} from '(\.[^']*\/src\/[^']+)'/gm)) {
      const module = await import(new URL(path, pathToFileURL(join(scripts, file))).href);
      for (const name of names.split(',').map((one) => one.trim().split(' ')[0] ?? '')) {
        if (name === '') continue;
        found += 1;
        if (!(name in module)) missing.push(`${file}: ${name} of ${path}`);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(found).toBeGreaterThan(0);
});

test('only the newest snapshot of the schema is kept, that of the newest migration', () => {
  const migrations = fileURLToPath(new URL('../src/server/database/migrations/', import.meta.url));
  const newest = readdirSync(migrations)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1);
  const snapshots = readdirSync(join(migrations, 'meta')).filter((name) => name.endsWith('_snapshot.json'));
  expect(snapshots).toEqual([`${newest?.slice(0, 4)}_snapshot.json`]);
});
