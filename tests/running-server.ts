import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));

const { PATH, HOME, NODE_COMPILE_CACHE, LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC } = process.env;
/**
 * What a started program has of this one's environment. The last three move the machine's clock, where they are set: a program
 * that reads another time than the server beside it is days away from it by the business's clock, too.
 */
export const machine = { PATH, HOME, NODE_COMPILE_CACHE, LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC };

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
 * @param program what is started; the server's source unless given
 * @throws Error with what it printed, when it ends instead
 */
export async function runServer(
  settings: Record<string, string>,
  program = 'src/server/main.ts',
): Promise<RunningServer> {
  const child = spawn(process.execPath, [program], {
    cwd: project,
    env: { ...machine, PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      // Who serves no site has an address for who watches it.
      const isWorker = /^This process does what falls due\. It serves no site\.$/m.test(output);
      const address = isWorker ? `http://127.0.0.1:${settings.PORT}` : /^Yardpack is at (\S+)$/m.exec(output)?.[1];
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
