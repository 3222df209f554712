import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { letterShort, letterText, withPlainWords } from '#server/messages/letter.ts';
import { letterHtml } from '#server/messages/letter-html.ts';
import { sampleLetters } from '#server/testing/sample-letters.ts';
import { createTestWorld } from '#server/testing/world.ts';
import { tracesIn } from './traces.ts';

const project = fileURLToPath(new URL('..', import.meta.url));

/** Where the product's own name stands in its code for who runs it, and why nobody else reads it. */
const readByOperators: Record<string, string> = {
  'src/server/make-backup.ts': 'what operators read of backups and databases',
  'src/server/restore.ts': 'what operators read of backups and databases',
  'src/server/version.ts': 'what operators read of backups and databases',
  'src/server/database/check-server.ts': 'what operators read of backups and databases',
  'src/server/backup/before-upgrade.ts': 'what operators read of backups and databases',
  'src/server/backup/dump-store.ts': 'what operators read of backups and databases',
  'src/server/backup/entries.ts': 'what operators read of backups and databases',
  'src/server/backup/first-format.ts': 'what operators read of backups and databases',
  'src/server/backup/load-store.ts': 'what operators read of backups and databases',
  'src/server/backup/restore-backup.ts': 'what operators read of backups and databases',
  'src/server/backup/sealed-file.ts': 'what operators read of backups and databases',
  'src/server/backup/write-backup.ts': 'what operators read of backups and databases',
  'src/server/start-words.ts': 'what the terminal of `npm start` says',
  'src/server/start.ts': 'what the terminal of `npm start` says',
  'src/server/main.ts': 'what the terminal of `npm start` says',
  'src/server/start-failure.ts': 'what the terminal of `npm start` says',
  'src/server/database/schema-version.ts': 'what operators read of backups and databases',
  'src/server/command.ts': 'what the terminal says of commands',
  'src/domain/settings.ts': 'the default of the name',
  'src/server/config.ts': 'what the terminal says of a wrong setting',
  'src/server/database/owner-lock.ts': 'the lock of the data folder',
  'src/server/database/cluster-paths.ts': 'the folder of the own Postgres',
  'src/server/database/connection.ts': 'how Postgres lists its connections',
  'src/server/database/pool.ts': 'how Postgres lists its connections',
  'src/server/database/embedded.ts': 'the own Postgres’s database and user',
  'src/server/jobs/jobs.ts': 'how Postgres lists its connections',
  'src/server/geocoding/geocoder.ts': 'what the geocoder’s operator wants to know of a program that asks',
  'src/server/system/metrics.ts': 'what Prometheus calls our figures',
  'src/server/tracing.ts': 'what a collector of traces calls the program',
  'src/sandbox/once.ts': 'how Postgres lists its connections',
  'src/sandbox/sandbox.ts': 'how Postgres lists its connections',
  'src/sandbox/stripe/cards.ts': 'part of what is hashed to a number',
  'src/sandbox/stripe/accounts.ts': 'what Stripe’s stand-in calls the program that asks it',
  'src/domain/common-passwords.txt': 'a password that is refused',
};

test('the code has the product’s name only where a business’s people and customers do not read it', async () => {
  const found: string[] = [];
  const known = new Set<string>();
  const files = glob(['src/**/*.{ts,tsx,css,txt}', 'public/*'], {
    cwd: project,
    exclude: ['**/*.test.{ts,tsx}', '**/testing/**'],
  });
  for await (const file of files) {
    const text = await readFile(`${project}/${file}`, 'latin1');
    const traces = [...(/yardpack/i.test(file) ? [file] : []), ...tracesIn(text)];
    if (readByOperators[file] && traces.length > 0) known.add(file);
    else found.push(...traces.map((trace) => `${file}: ${trace}`));
  }
  expect(found).toEqual([]);
  expect([...known].sort(), 'a reason without a trace').toEqual(Object.keys(readByOperators).sort());
});

test('no letter names the product when the business is called otherwise', () => {
  const sender = {
    name: 'Otherwise Yards',
    url: 'https://otherwise.example',
    email: 'office@otherwise.example',
    phone: '(800) 555-0142',
    accentColor: '#f6b02d',
    logo: '/icon-192.png',
  };
  for (const [name, letter] of Object.entries(sampleLetters())) {
    const words = withPlainWords(letter, sender, 'Otherwise');
    const parts = [
      words.subject,
      letterText(words, sender),
      letterHtml(words, sender),
      letterShort(words, 'Otherwise'),
    ];
    expect(parts.flatMap(tracesIn), name).toEqual([]);
    expect(parts.join(), name).not.toContain('%businessName%');
  }
});

test('what the server writes itself does not name the product when the business is called otherwise', async () => {
  const { app } = await createTestWorld({ BUSINESS_NAME: 'Otherwise Yards' });
  for (const url of ['/docs', '/v1/openapi.json', '/v1/client-config', '/v1/nothing', '/v1/settings', '/sandbox']) {
    const { body, headers } = await app.inject(url);
    expect(body.length, url).toBeGreaterThan(20);
    expect([...tracesIn(body), ...tracesIn(JSON.stringify(headers))], url).toEqual([]);
  }
});
