import { setTimeout as pause } from 'node:timers/promises';
import { contract, type EndpointName } from '#contract/contract.ts';
import { type Answer, type CallInput, pathOf, requireShape } from '#server/testing/world.ts';
import { builtServer } from '../built-server.ts';
import { type RunningServer, runServer } from '../running-server.ts';

/** Longer than anything takes on a busy machine: then something is stuck. */
const patienceMs = 300_000;
/** Then somebody presses again, whatever becomes of the first call. */
const impatientMs = 5000;
/**
 * On a slow machine a life is as long as a start has taken. Whoever has waited so long waits for a server that is too slow even
 * for that: its next life is twice as long, and so on.
 */
const longWaitMs = 10_000;
const mostDoublings = 4;

/** A Yardpack that dies again and again, and whoever calls it repeats the call until it is answered, as a browser does. */
export type MortalServer = {
  /** The same call with the same content, again and again until there is an answer. */
  call<Name extends EndpointName>(name: Name, input?: CallInput<Name>): Promise<Answer<Name>>;
  /** Asks once for what has no contract, the sandbox. @returns whether it was answered well */
  post(path: string, body: object): Promise<boolean>;
  /** Kills it, lets something happen while there is none, and starts it again. */
  killFor(act: () => Promise<void>): Promise<void>;
  /** From now on it is killed again and again, each time so many milliseconds after its first word, and started again. */
  torment(life: { ms: number; mostKills: number }): void;
  /** Lets the one that runs live. */
  spare(): Promise<void>;
  kills(): number;
  /** How many lives were longer, because the machine was slow. */
  longerLives(): number;
  /** Answers that said 500: what never may happen, whoever is killed. */
  failures(): string[];
  /** What each of those that died has printed besides its address, and the one that runs. */
  outputs(): string[];
  stop(): Promise<void>;
};

/**
 * @param settings environment variables, `PORT` among them
 * @param born is told of each start
 */
export async function startMortalServer(
  settings: Record<string, string>,
  born: (post: MortalServer['post']) => Promise<unknown>,
): Promise<MortalServer> {
  const failures: string[] = [];
  const url = `http://127.0.0.1:${settings.PORT}`;
  let server: RunningServer = await runServer(settings, builtServer());
  const outputs: string[] = [];
  /** Since when each call that is not answered waits. */
  const waiting = new Set<{ since: number }>();
  let kills = 0;
  let longerLives = 0;
  let startMs = 0;
  let isTormented = false;
  let tormenting = Promise.resolve();
  let turn = Promise.resolve();
  let end: unknown;

  async function post(path: string, body: object): Promise<boolean> {
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return await fetch(url + path, request).then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok;
      },
      () => false,
    );
  }

  async function kill(act: () => Promise<void>): Promise<void> {
    await server.stop('SIGKILL');
    kills += 1;
    outputs.push(...said(server));
    await act();
    const begun = performance.now();
    server = await runServer(settings, builtServer());
    startMs = performance.now() - begun;
    await born(post);
  }

  /** One death after the other. */
  function killFor(act: () => Promise<void>): Promise<void> {
    const killing = turn.then(() => kill(act));
    turn = killing.catch((error: unknown) => {
      end ??= error;
    });
    return killing;
  }

  async function killAgainAndAgain({ ms, mostKills }: { ms: number; mostKills: number }): Promise<void> {
    for (let left = mostKills; left > 0; left -= 1) {
      const longestWait = performance.now() - Math.min(...[...waiting].map(({ since }) => since));
      const doublings = Math.min(mostDoublings, Math.floor(Math.max(0, longestWait) / longWaitMs));
      const lifeMs = Math.max(ms, startMs) * 2 ** doublings;
      if (lifeMs > ms) longerLives += 1;
      await pause(lifeMs);
      if (!isTormented) return;
      await killFor(async () => {});
    }
  }

  async function ask(path: string, request: RequestInit): Promise<{ status: number; text: string } | undefined> {
    try {
      const response = await fetch(url + path, { ...request, signal: AbortSignal.timeout(impatientMs) });
      return { status: response.status, text: await response.text() };
    } catch {
      return undefined;
    }
  }

  return {
    async call(name, input = {}) {
      const endpoint = contract[name];
      const path = pathOf(endpoint, input.params);
      const query = new URLSearchParams({ ...(input.query as Record<string, string> | undefined) });
      const headers = {
        ...(input.as === undefined ? {} : { authorization: `Bearer ${input.as}` }),
        ...(input.address === undefined ? {} : { 'x-forwarded-for': input.address }),
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const body = input.body === undefined ? null : JSON.stringify(input.body);
      const wait = { since: performance.now() };
      waiting.add(wait);
      try {
        for (;;) {
          if (end) throw end;
          const answer = await ask(`${path}?${query}`, { method: endpoint.method, headers, body });
          const isAnswer = answer && answer.status < 500;
          if (isAnswer) {
            const read = JSON.parse(answer.text);
            requireShape(endpoint, answer.status, read);
            return { status: answer.status, body: read, error: read, cookie: undefined };
          }
          if (answer?.status === 500) failures.push(`${name}: ${answer.text}`);
          if (performance.now() > wait.since + patienceMs)
            throw new Error(`${name} was not answered: ${answer?.text}\n${server.output()}`);
          await pause(50);
        }
      } finally {
        waiting.delete(wait);
      }
    },
    post,
    killFor,
    torment(life) {
      isTormented = true;
      tormenting = killAgainAndAgain(life).catch(() => {});
    },
    async spare() {
      isTormented = false;
      await Promise.all([tormenting, turn]);
      if (end) throw end;
    },
    kills: () => kills,
    longerLives: () => longerLives,
    failures: () => failures,
    outputs: () => [...outputs, ...said(server)],
    stop: async () => {
      isTormented = false;
      await Promise.all([tormenting, turn]);
      await server.stop();
    },
  };
}

/** @returns what a server has printed once it was there */
const said = (server: RunningServer): string[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
