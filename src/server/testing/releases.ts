import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { knownMigrations, migrationsFolder } from '../database/migrations.ts';

export const releasesFolder = fileURLToPath(new URL('released', import.meta.url));

/** A release whose code may still run somewhere, or whose database may come to us. */
export type Release = {
  version: string;
  /** When its newest migration was made, as the journal has it. */
  when: number;
  /** Of its migrations, as they were released. */
  sum: string;
  /** The tables of which it has no rows. */
  empty: string[];
  /** What writes a few rows of each table as its code did: nothing holds them to foreign keys. */
  rows: string[];
};

/** @returns a sum of all migrations up to one, which nobody may change any more once they are released */
export function sumOfMigrations(last: number): string {
  const hash = createHash('sha256');
  for (const { when, name } of knownMigrations()) {
    if (when <= last) hash.update(`${when} ${name}\n`).update(readFileSync(`${migrationsFolder}/${name}.sql`));
  }
  return hash.digest('hex');
}

/** @returns the text of a release's file, which `readReleases` reads */
export const releaseText = ({ version, when, sum, empty, rows }: Release): string =>
  [
    `-- What Yardpack ${version} wrote: a few rows of each table. Made by: node scripts/keep-release.js ${version}`,
    `-- newest migration: ${knownMigrations().find((one) => one.when === when)?.name} (${when})`,
    `-- sum of its migrations: ${sum}`,
    `-- without rows: ${empty.join(' ')}`,
    ...rows,
    '',
  ].join('\n');

/** @returns all releases, oldest first */
export function readReleases(): Release[] {
  const files = readdirSync(releasesFolder).filter((name) => name.endsWith('.sql'));
  const releases = files.map((name) => {
    const text = readFileSync(`${releasesFolder}/${name}`, 'utf8');
    const head = (pattern: RegExp) => {
      const [, found] = pattern.exec(text) ?? [];
      if (found === undefined) throw new Error(`${name} has no ${pattern}`);
      return found;
    };
    return {
      version: name.replace(/\.sql$/, ''),
      when: Number(head(/^-- newest migration: \S+ \((\d+)\)$/m)),
      sum: head(/^-- sum of its migrations: (\w+)$/m),
      empty: head(/^-- without rows: (.*)$/m).split(' '),
      rows: text.split('\n').filter((line) => line !== '' && !line.startsWith('--')),
    };
  });
  return releases.sort((one, other) => one.when - other.when);
}
