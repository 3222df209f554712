import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#server/database/embedded.ts';
import { measureBestOrder } from './best-order.ts';
import { watchMachine } from './machine.ts';
import { measureMemory } from './memory.ts';
import { measureReads } from './reads.ts';
import { report, type Section } from './report.ts';
import { measureSweep } from './sweep.ts';
import { measureWrites } from './writes.ts';

/**
 * Measures what docs/performance.md says, on this machine, and prints it in Markdown. Only a failed measurement gives
 * an exit code: people judge what is too slow.
 */

const LIMIT_MINUTES = 60;

const sections: Section[] = ['reads', 'writes', 'sweep', 'memory', 'best-order'];

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: sections.join(',') },
      engagements: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '1' },
      write: { type: 'boolean', default: false },
    },
  });
  const chosen = values.only.split(',');
  const unknown = chosen.find((name) => !sections.some((section) => section === name));
  if (unknown !== undefined) throw new Error(`--only knows ${sections.join(', ')}, not ${unknown}`);
  const atLeast = (least: number, name: 'engagements' | 'rounds' | 'seconds') => {
    const number = Number(values[name]);
    if (!Number.isInteger(number) || number < least)
      throw new Error(`--${name} must be a whole number from ${least} on`);
    return number;
  };
  return {
    chosen: sections.filter((section) => chosen.includes(section)),
    engagements: atLeast(1000, 'engagements'),
    rounds: atLeast(1, 'rounds'),
    seconds: atLeast(1, 'seconds'),
    write: values.write,
  };
}

async function main(): Promise<void> {
  const { chosen, write, ...options } = readOptions();
  const opened = new AsyncDisposableStack();
  const giveUp = async (reason: string) => {
    console.error(reason);
    await opened.disposeAsync();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => giveUp(`Stopped by ${signal}`));
  const limit = setTimeout(() => giveUp(`Not done after ${LIMIT_MINUTES} minutes`), LIMIT_MINUTES * 60_000);
  opened.defer(() => clearTimeout(limit));
  const measure: Record<Section, (postgresUrl: string, own: AsyncDisposableStack) => Promise<string[]>> = {
    reads: (postgresUrl, own) => measureReads(own, postgresUrl, options),
    writes: (postgresUrl, own) => measureWrites(own, postgresUrl, options),
    sweep: (postgresUrl, own) => measureSweep(own, postgresUrl),
    memory: (postgresUrl, own) => measureMemory(own, postgresUrl),
    'best-order': async () => measureBestOrder(),
  };
  try {
    await watchMachine();
    const postgresUrl = await openPostgres(opened);
    for (const section of chosen) {
      const own = opened.use(new AsyncDisposableStack());
      const paragraphs = await measure[section](postgresUrl, own);
      // What one part has opened must not run beside the next.
      await own.disposeAsync();
      await watchMachine();
      report(section, paragraphs, write);
    }
  } finally {
    await opened.disposeAsync();
  }
}

async function openPostgres(opened: AsyncDisposableStack): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'yardpack-bench-'));
  opened.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  // When root runs this, Postgres runs as another user, who must be able to reach the folder.
  chmodSync(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: console.log });
  opened.defer(() => postgres.stop());
  return postgres.url;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
