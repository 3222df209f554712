import { type ExecFileSyncOptions, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';

const execute = promisify(execFile);
/** Where Debian keeps the authorities that this machine trusts besides, such as that of a proxy that opens TLS. */
const authorities = '/usr/local/share/ca-certificates';

const usage = 'npm run image-test -- [--base IMAGE | --debootstrap SUITE] [--runtime NAME]';

/** What was typed behind the command. */
export const given = readArguments();

function readArguments() {
  try {
    return parseArgs({
      options: {
        base: { type: 'string', default: 'debian:trixie-slim' },
        debootstrap: { type: 'string' },
        runtime: { type: 'string' },
      },
    }).values;
  } catch {
    console.error(usage);
    process.exit(1);
  }
}

/** @returns what podman printed. @throws Error with what it said when it failed */
export async function podman(...args: string[]): Promise<string> {
  const { stdout } = await execute('podman', args, { maxBuffer: 64 * 1024 * 1024 }).catch((error) => {
    throw new Error(`podman ${args[0]}: ${String(error.stderr || error.stdout || error.message).trim()}`);
  });
  return stdout.trim();
}

export const isThere = (program: string): boolean => !spawnSync(program, ['--version']).error;

/** @returns what a container is given besides, so that it starts where this process can give it no more than it has */
export const within = (): string[] => [
  ...(given.runtime ? [`--runtime=${given.runtime}`] : []),
  // Podman would ask for a million, which only a process with the right to raise its own limits may give.
  ...['--ulimit=nofile=16384:16384', '--ulimit=nproc=16384:16384'],
];

/** @returns the name of a base that debootstrap makes; one that is there is taken as it is */
export function makeBase(suite: string): string {
  const base = `localhost/yardpack-base:${suite}`;
  if (spawnSync('podman', ['image', 'exists', base]).status === 0) return base;
  if (!isThere('debootstrap')) throw new Error('debootstrap is missing. On Debian: apt-get install debootstrap');
  console.log(`debootstrap makes ${base} …`);
  const folder = mkdtempSync(join(tmpdir(), 'base-'));
  const [root, file] = [join(folder, 'root'), join(folder, 'root.tar')];
  const options: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'] };
  try {
    execFileSync('debootstrap', ['--variant=minbase', suite, root], options);
    execFileSync('tar', ['--create', `--file=${file}`, `--directory=${root}`, '.'], options);
    execFileSync('podman', ['import', '--quiet', file, base], options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return base;
}

/**
 * Builds an image on this machine's network, with what it trusts; nothing of either is in the image.
 * @param from a folder with a Dockerfile, or the text of one
 */
export async function build(name: string, base: string, from: string): Promise<void> {
  const isFolder = existsSync(from);
  const args = [
    // The other format has no health check.
    ...['build', '--format=docker', '--network=host', `--build-arg=BASE=${base}`, `--tag=${name}`],
    ...within(),
    ...(existsSync(authorities) ? [`--volume=${authorities}:${authorities}:ro`] : []),
    ...(isFolder ? [from] : ['-']),
  ];
  const child = spawn('podman', args, { stdio: ['pipe', 'pipe', 'pipe'] });
  process.once('exit', () => child.kill());
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
  child.stdin.end(isFolder ? '' : from);
  const [code] = await once(child, 'close');
  if (code === 0) return;
  const hint = given.debootstrap ? '' : ' Where no registry answers, -- --debootstrap trixie makes a base.';
  throw new Error(`${said.trim().split('\n').slice(-30).join('\n')}\n${name} was not built.${hint}`);
}
