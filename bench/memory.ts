import { execFileSync } from 'node:child_process';
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Part } from '#server/testing/seeded-business.ts';
import { fillDatabase } from './business.ts';
import { median, send } from './load.ts';
import { percent, watchMachine } from './machine.ts';
import { grouped, table } from './report.ts';
import { hotRoutes } from './routes.ts';
import { startApp } from './servers.ts';

const AFTER = [2000, 6500, 11_000, 15_500, 20_000];
const CALLERS = 10;
const LOOKS = 10;

const business: Part = {
  number: 0,
  engagements: 1000,
  proposals: 60,
  perCustomer: 2,
  perWorker: 30,
  mixed: true,
  weeks: 2,
  employees: 2,
};

/** Measures how much memory the app has after more and more requests, each hot route in turn. */
export async function measureMemory(opened: AsyncDisposableStack, postgresUrl: string): Promise<string[]> {
  const url = await fillDatabase(postgresUrl, 'bench_memory', [business]);
  const app = await startApp(url);
  opened.defer(async () => void (await app.stop()));
  const calls = hotRoutes(business).map(({ path, accessToken }) => {
    return { method: 'GET', path, headers: { authorization: `Bearer ${accessToken}` }, body: '' };
  });
  let made = 0;
  const callUntil = async (count: number) => {
    const agent = new Agent({ keepAlive: true });
    const work = async () => {
      for (let call = calls[made % calls.length]; call && made < count; call = calls[made % calls.length]) {
        made += 1;
        await send(app.url, call, agent);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, work));
    agent.destroy();
  };
  const rows: { requests: string; MB: number }[] = [];
  for (const count of AFTER) {
    console.log(`Measuring the memory after ${grouped(count)} requests …`);
    await watchMachine();
    await callUntil(count);
    const sizes: number[] = [];
    for (let look = 0; look < LOOKS; look += 1) {
      await delay(200);
      sizes.push(megabytesOf(app.pid));
    }
    rows.push({ requests: grouped(count), MB: Math.round(median(sizes)) });
  }
  const [first, last] = [rows[0]?.MB ?? 0, rows.at(-1)?.MB ?? 0];
  return [
    "The process's memory (its resident set) after so many requests, each hot route in turn, ten callers at once:",
    table(rows),
    `After ${rows.at(-1)?.requests} it is ${percent(last / first)} of that after ${rows[0]?.requests}.`,
  ];
}

const megabytesOf = (pid: number) => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024;
