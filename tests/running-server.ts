import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

const project = fileURLToPath(new URL('..', import.meta.url));

/** Where a run of tests builds, within the project; `src/server/testing/global-setup.ts` removes it. */
const folder = join(project, 'build', basename(inject('runFolder')), String(process.pid));
const program = join(folder, 'main.js');

/**
 * Builds the server as `npm run build` does, once for each process of tests: it starts in a third of the time that its
 * source takes.
 * @returns the program to start
 */
function builtServer(): string {
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const script = "import { buildServer } from './scripts/lib/build-server.js'; await buildServer(process.argv[1])";
  execFileSync(process.execPath, ['--input-type=module', '-e', script, folder], { cwd: project });
  return program;
}

/** A Yardpack in a process of its own, as `npm start` runs it. */
export type RunningServer = {
  url: string;
  pid: number;
  /** What it printed so far. */
  output(): string;
  /** @returns its exit code, or null when the signal ended it */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/**
 * Starts the server on a free port and waits until it says where it is.
 * @param settings environment variables
 * @param isSource whether the server's source is started; unless given, what is built from it
 * @throws Error with what it printed, when it ends instead
 */
export async function runServer(settings: Record<string, string>, isSource = false): Promise<RunningServer> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [isSource ? 'src/server/main.ts' : builtServer()], {
    cwd: project,
    env: { PATH, HOME, NODE_COMPILE_CACHE, PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const address = /^Yardpack is at (\S+)$/m.exec(output)?.[1];
      // The lines that follow it belong to the same answer.
      if (address) setImmediate(resolve, address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    exited.then(([code]) => reject(new Error(`It ended with ${code}:\n${output}`)), reject);
  });
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}
