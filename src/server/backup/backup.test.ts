import { execFile } from 'node:child_process';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { migrateDatabase } from '../database/connection.ts';
import { knownMigrations, upgradesAll } from '../database/migrations.ts';
import { createFileStore } from '../files/open-file-store.ts';
import { freePort } from '../free-port.ts';
import { createStandIns } from '../stand-ins.ts';
import { createEmptyDatabase, shapeOf, sumsOf, takeBackStandstill, withClient } from '../testing/backup-checks.ts';
import { profileSql, withDatabaseBefore } from '../testing/database-before.ts';
import { buildEmployee } from '../testing/factories.ts';
import { buildBusinessToSave } from '../testing/saved-business.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { backupBeforeUpgrade } from './before-upgrade.ts';
import { readBackup } from './check-backup.ts';
import { packEntries } from './entries.ts';
import { lastBackup, recordBackup, recordBackupAt } from './record.ts';
import { type PhotoKeeper, restoreBackup } from './restore-backup.ts';
import { closing } from './sealed-file.ts';
import { partOf, writeBackup } from './write-backup.ts';

const key = 'correct horse battery';
let yard: TestWorld;
/** Of the business that is saved. */
let url: string;
let photoId: string;
let folder: string;
/** Database and photos, once encrypted and once not. */
let [locked, open] = ['', ''];

beforeAll(async () => {
  folder = await mkdtemp(join(inject('runFolder'), 'backups-'));
  [locked, open] = [join(folder, 'locked'), join(folder, 'open')];
  yard = await createTestWorld();
  url = yard.world.database.$client.options.connectionString ?? '';
  photoId = await buildBusinessToSave(yard);
  await save(open);
  await save(locked, key);
});
afterAll(async () => {
  await yard.close();
  await rm(folder, { recursive: true });
});

let said: string[] = [];
beforeEach(() => {
  said = [];
});
const say = (line: string) => void said.push(line);

const save = (file: string, withKey?: string, photos: TestWorld['world']['files'] | undefined = yard.world.files) =>
  writeBackup({ url, file, key: withKey, photos, say });

/** Where the photos of a restored business go. */
function albumOf() {
  const kept = new Map<string, Buffer>();
  return { kept, keep: async (id: string, jpeg: Buffer): Promise<void> => void kept.set(id, jpeg) };
}

async function emptyDatabase(): Promise<string> {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  return database.url;
}

function restore(into: string, file: string, withKey?: string, photos: PhotoKeeper = albumOf()) {
  return restoreBackup({ url: into, file, key: withKey, photos, createStandIns, howToEmpty: 'Make another.', say });
}

const tablesIn = (database: string) =>
  withClient(database, async (client) => {
    const { rows } = await client.query(
      "select count(*)::int from pg_class where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information)'",
    );
    return rows[0].count as number;
  });

test('a business comes back as it was, to somebody who is no superuser, and its photos with it', async () => {
  const into = await emptyDatabase();
  const album = albumOf();
  await restore(into, locked, key, album);
  // Money stands still from here on, and that is all that is another.
  expect(await takeBackStandstill(into)).toBe(1);
  const sums = await sumsOf(into);
  expect(sums).toEqual(await sumsOf(url));
  expect(sums['public.entries']).toMatch(/^[1-9]/);
  expect(sums['sandbox_stripe.object']).toMatch(/^[1-9]/);
  expect(await shapeOf(into)).toEqual(await shapeOf(url));
  expect([...album.kept]).toEqual([[photoId, await yard.world.files.read(photoId)]]);
  expect(said.join('\n')).toMatch(/Restored in .*: \d+ tables with [\d,]+ rows, 1 photo\./);
  // What the ledger has stays as it is here too, and the usual start goes on from here.
  await withClient(into, (client) =>
    expect(client.query('update entries set amount = 0')).rejects.toThrow('never changed'),
  );
  await migrateDatabase(into);
});

test('a backup is of one moment, whatever is written meanwhile', async () => {
  let isOver = false;
  let written = 0;
  // Each writes two rows at once, of which one is in the table that is copied first and the other in the last.
  const write = async () => {
    await withClient(url, async (client) => {
      while (!isOver) {
        await client.query(
          `with one as (insert into backups (id, at, reason, bytes, rows, is_encrypted, seconds)
             values ('${randomUUIDv7()}', now(), 'asked', 7777, 0, false, 0))
           insert into sandbox_stripe.idempotency_key (key, fingerprint, created) values ('${randomUUID()}', 'backup test', 0)`,
        );
        written += 1;
      }
    });
  };
  const writers = [write(), write()];
  const moments: number[] = [];
  try {
    for (const number of [1, 2, 3]) {
      const [file, into] = [join(folder, `moving-${number}`), await emptyDatabase()];
      const begun = written;
      await save(file);
      expect(written).toBeGreaterThan(begun);
      await restore(into, file);
      const [first, last] = await withClient(into, async (client) => {
        const { rows } = await client.query(
          `select (select count(*)::int from backups where bytes = 7777) as first,
             (select count(*)::int from sandbox_stripe.idempotency_key where fingerprint = 'backup test') as last`,
        );
        return [rows[0].first, rows[0].last];
      });
      expect(first).toBe(last);
      moments.push(first);
    }
  } finally {
    isOver = true;
    await Promise.all(writers);
  }
  expect(moments[2]).toBeGreaterThan(moments[0] ?? 0);
});

test('an encrypted backup says what is missing: its key, or the right one; nothing is written', async () => {
  const [into, album] = [await emptyDatabase(), albumOf()];
  await expect(restore(into, locked, undefined, album)).rejects.toThrow('is encrypted: set BACKUP_KEY');
  await expect(restore(into, locked, 'incorrect horse', album)).rejects.toThrow('The key is wrong');
  expect([await tablesIn(into), album.kept.size]).toEqual([0, 0]);
  // Nothing of the business can be read in it.
  expect((await readFile(locked)).includes('sandbox_stripe')).toBe(false);
});

test.for([true, false])('a backup in which a byte has changed is refused, encrypted: %s', async (isLocked) => {
  const [from, withKey] = isLocked ? [locked, key] : [open, undefined];
  const whole = await readFile(from);
  const [into, album, file] = [await emptyDatabase(), albumOf(), join(folder, `flipped-${isLocked}`)];
  // Each look at a locked one takes its second for the key.
  const parts = isLocked ? 5 : 29;
  for (let part = 0; part <= parts; part += 1) {
    const bytes = Buffer.from(whole);
    const at = Math.floor(((bytes.length - 1) * part) / parts);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(file, bytes);
    const words = /is damaged or cut|is not a backup|The key is wrong/;
    await expect(restore(into, file, withKey, album), `byte ${at}`).rejects.toThrow(words);
  }
  expect([await tablesIn(into), album.kept.size]).toEqual([0, 0]);
});

test('a backup that is cut is refused, and so is a file of something else', async () => {
  const file = join(folder, 'cut');
  for (const [from, withKey] of [
    [open, undefined],
    [locked, key],
  ] as const) {
    const whole = await readFile(from);
    for (const length of [whole.length - 1, whole.length >> 1, 300]) {
      await writeFile(file, whole.subarray(0, length));
      await expect(readBackup(file, withKey), `${length}`).rejects.toThrow('is damaged or cut');
    }
  }
  for (const other of ['', 'hello', 'YARDPACK']) {
    await writeFile(file, other);
    await expect(readBackup(file, key)).rejects.toThrow('is not a backup of Yardpack');
  }
  await expect(readBackup(join(folder, 'nowhere'), key)).rejects.toThrow('There is no file');
});

test('tar lists what is in a backup', async () => {
  const plain = join(folder, 'plain.tar');
  await writeFile(plain, zstdDecompressSync(await readFile(open)));
  const { stdout } = await promisify(execFile)('tar', ['--list', '--file', plain]);
  const names = stdout.trim().split('\n');
  expect([names[0], names.at(-1)]).toEqual(['manifest.json', 'totals.json']);
  expect(names).toContain('tables/public.users/000001');
  expect(names).toContain(`photos/${photoId}.jpg`);
});

test.each([
  ['encrypted', 'first-format.backup', key],
  ['not encrypted', 'first-format-open.backup', undefined],
] as const)('a backup of the form before can still be restored, %s', async (_, name, withKey) => {
  const file = join(import.meta.dirname, '../testing/released', name);
  const [into, album] = [await emptyDatabase(), albumOf()];
  await restore(into, file, withKey, album);
  const sums = await sumsOf(into);
  expect(sums['public.entries']).toMatch(/^[1-9]/);
  expect(album.kept.size).toBe(1);
  await migrateDatabase(into);
  // How far the numbers of the simulators have come is another thing in each business.
  const shape = async (of: string) => (await shapeOf(of)).map((line) => String(line).replace(/(_seq) \d*$/, '$1'));
  expect(await shape(into)).toEqual(await shape(url));
  const other = join(folder, name);
  const bytes = await readFile(file);
  await writeFile(other, bytes.subarray(0, -1));
  await expect(readBackup(other, withKey)).rejects.toThrow('is cut: its end is missing');
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await writeFile(other, bytes);
  await expect(readBackup(other, withKey)).rejects.toThrow('is damaged');
});

test('a database that is not empty is refused and stays as it is', async () => {
  const into = await emptyDatabase();
  await withClient(into, (client) => client.query('create table mine (id integer); insert into mine values (7)'));
  const album = albumOf();
  await expect(restore(into, open, undefined, album)).rejects.toThrow(
    /The database is not empty: it has 1 tables, such as mine\. Nothing was changed\.\nMake another\./,
  );
  expect([await tablesIn(into), album.kept.size]).toEqual([1, 0]);
});

test.each([
  [Date.UTC(2099, 1), 'a newer Yardpack: 9.1.0 with the schema 0999_teleport', 'Restore it with that version.'],
  [Date.UTC(2026, 1), 'an older Yardpack: 9.1.0 with the schema 0999_teleport', `Restore it with ${upgradesAll}`],
])('a backup whose schema this version does not know is refused: %i', async (when, what, advice) => {
  const file = join(folder, 'unknown');
  const { manifest } = await readBackup(open, undefined);
  const other = { ...manifest, version: '9.1.0', migration: { when, name: '0999_teleport' } };
  const nothing = (async function* () {})();
  const bytes = packEntries({ ...other, tables: [] }, nothing, nothing, () => undefined);
  await pipeline(bytes, ...closing(undefined), createWriteStream(file));
  const into = await emptyDatabase();
  const error: unknown = await restore(into, file).catch((reason: unknown) => reason);
  expect(String(error)).toContain(`is of ${what}`);
  expect(String(error)).toContain(advice);
  expect(await tablesIn(into)).toBe(0);
});

test('rows that contradict each other are refused, and nothing of them is kept', async () => {
  const file = join(folder, 'contradicting');
  const ofNobody = profileSql('01900000-0000-7000-8000-000000000001', 'EMPLOYEE');
  await withDatabaseBefore('visits-are-rows', [ofNobody], async (before) => {
    await writeBackup({ url: before.url, file, key: undefined, photos: undefined, say });
  });
  const into = await emptyDatabase();
  await expect(restore(into, file)).rejects.toThrow('foreign key');
  expect(await tablesIn(into)).toBe(0);
});

test('a restore that dies leaves an empty database, which the next one takes', async () => {
  const into = await emptyDatabase();
  const dying = {
    keep: async () => {
      await withClient(inject('postgresUrl'), (admin) =>
        admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'yardpack restore' and datname = $1`,
          [new URL(into).pathname.slice(1)],
        ),
      );
    },
  };
  await expect(restore(into, open, undefined, dying)).rejects.toThrow();
  expect(await tablesIn(into)).toBe(0);
  await restore(into, open);
  expect(await sumsOf(into)).toMatchObject({ 'public.entries': (await sumsOf(url))['public.entries'] });
});

test('of two restores at once one says that the other has begun', async () => {
  const into = await emptyDatabase();
  const results = await Promise.allSettled([restore(into, open), restore(into, open)]);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason.message)] : []));
  expect(refused).toHaveLength(1);
  expect(refused[0]).toMatch(/Another restore, or Yardpack itself|The database is not empty/);
});

test('a full disk is said, and no file is left', async () => {
  const file = join(folder, 'full');
  await symlink('/dev/full', partOf(file));
  await expect(save(file)).rejects.toThrow('The disk is full');
  expect([existsSync(file), existsSync(partOf(file))]).toEqual([false, false]);
  await expect(save(join(folder, 'no', 'such'))).rejects.toThrow('There is no folder');
});

test('a file that exists is not written over, and what a killed backup left is', async () => {
  await expect(save(open)).rejects.toThrow('exists. Name another file');
  const file = join(folder, 'again');
  const [left, anothers] = [`${file}.elsewhere-1.part`, `${file}.elsewhere-2.part`];
  for (const part of [left, anothers]) await writeFile(part, 'half');
  await utimes(left, new Date(0), new Date(0));
  await utimes(anothers, new Date(), new Date());
  await save(file);
  // One that is young may be under way on another machine.
  expect([existsSync(left), existsSync(anothers), existsSync(partOf(file))]).toEqual([false, true, false]);
  expect((await readBackup(file, undefined)).totals.photos).toBe(1);
});

test('a photo whose bytes are gone is said', async () => {
  const nothing = { ...yard.world.files, read: async () => undefined };
  await save(join(folder, 'lost'), undefined, nothing);
  expect(said.join('\n')).toContain(`The bytes of 1 photos were not found, such as of ${photoId}`);
});

test('a bucket that does not answer is said to be that, to who saves and to who restores', async () => {
  const port = await freePort();
  const settings = { S3_BUCKET: 'yards', S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_REGION: 'auto' };
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key').stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  onTestFinished(() => void vi.unstubAllEnvs());
  const bucket = await createFileStore(readConfig(settings), yard.world.clock);
  const inBucket = `S3_BUCKET's bucket at http://127.0.0.1:${port}: connect ECONNREFUSED`;
  const file = join(folder, 'without-bucket');
  await expect(save(file, undefined, bucket)).rejects.toThrow(`Photos could not be read in ${inBucket}`);
  expect(existsSync(file)).toBe(false);
  const into = await emptyDatabase();
  await expect(restore(into, open, undefined, bucket)).rejects.toThrow(`Photos could not be kept in ${inBucket}`);
  expect(await tablesIn(into)).toBe(0);
});

test('staff can be told of the last backup', async () => {
  const made = await save(join(folder, 'told'), key);
  await recordBackupAt(url, made, yard.world.clock.now());
  // The app's connections have been idle for long and are made anew, in two seconds or not at all: this machine may be busy.
  const last = await vi.waitFor(() => lastBackup(yard.world), { timeout: 60_000 });
  expect(last).toMatchObject({ reason: 'asked', photos: 1, isEncrypted: true, bytes: made.size });
});

test('that a backup was made is kept though the role has hardly any time', async () => {
  const into = await emptyDatabase();
  await restore(into, open);
  const made = await save(join(folder, 'slow'));
  const role = new URL(into).username;
  await withClient(inject('postgresUrl'), (admin) =>
    admin.query(`alter role ${role} set statement_timeout = '500ms'; alter role ${role} set lock_timeout = '200ms'`),
  );
  await withClient(into, async (client) => {
    await client.query('begin; lock table backups in share mode');
    const keeping = recordBackupAt(into, made, yard.world.clock.now());
    await vi.waitFor(
      async () => {
        const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and usename = $1 and now() - query_start > '1 s'`;
        const { rowCount } = await withClient(inject('postgresUrl'), (admin) => admin.query(waiting, [role]));
        if (rowCount !== 1) throw new Error('It has not waited');
      },
      { timeout: 60_000 },
    );
    await client.query('commit');
    await keeping;
    expect((await client.query('select from backups where bytes = $1', [made.size])).rowCount).toBe(1);
  });
});

test('an upgrade of a business makes a backup first, and keeps three', async () => {
  const backups = join(folder, 'upgrades');
  await mkdir(backups);
  await copyFile(open, join(backups, 'my-own.backup'));
  const config = readConfig({ BACKUP_DIR: backups });
  await withDatabaseBefore('visits-are-rows', [], async (before) => {
    await before.client.end();
    expect(await backupBeforeUpgrade(readConfig({ UPGRADE_BACKUP: '0' }), before.url, say)).toBeUndefined();
    for (let time = 0; time < 5; time += 1) await backupBeforeUpgrade(config, before.url, say);
    const left = await readdir(backups);
    expect(left.filter((name) => name.startsWith('before-upgrade-'))).toHaveLength(3);
    expect(left).toContain('my-own.backup');
    const newest =
      left
        .filter((name) => name.startsWith('before'))
        .sort()
        .at(-1) ?? '';
    const { manifest } = await readBackup(join(backups, newest), undefined);
    expect(manifest.migration.name).toBe(knownMigrations()[0]?.name);
    // The old schema comes back as it was, and goes on.
    const into = await emptyDatabase();
    await restore(into, join(backups, newest));
    expect(await shapeOf(into)).toEqual(await shapeOf(before.url));
    await migrateDatabase(into);
    expect(await shapeOf(into)).not.toEqual(await shapeOf(before.url));

    const blocked = readConfig({ BACKUP_DIR: join(open, 'inside') });
    await expect(backupBeforeUpgrade(blocked, before.url, say)).rejects.toThrow(
      /Yardpack does not start: .*UPGRADE_BACKUP=0/s,
    );
  });
  const into = await emptyDatabase();
  expect(await backupBeforeUpgrade(config, into, say)).toBeUndefined();
});

test('staff are told to look when the last backup is older than two days', async () => {
  const { accessToken: as } = await buildEmployee(yard);
  const backup = async () => (await yard.call('getSystem', { as })).body.parts.find(({ part }) => part === 'backup');
  const made = await save(join(folder, 'nightly'));
  const now = yard.world.clock.now();
  await recordBackup(yard.world.database, made, 'asked', now.subtract({ hours: 49 }));
  expect(await backup()).toMatchObject({ state: 'watch', reason: 'old-backup' });
  await recordBackup(yard.world.database, made, 'asked', now);
  expect(await backup()).toMatchObject({ state: 'good', reason: 'works', since: now.toString() });
  await recordBackup(yard.world.database, { ...made, withPhotos: false }, 'upgrade', now);
  expect(await backup()).toMatchObject({ state: 'good', reason: 'works', since: now.toString() });
  await recordBackup(yard.world.database, { ...made, withPhotos: false }, 'asked', now);
  expect(await backup()).toMatchObject({ state: 'watch', reason: 'no-photos' });
});
