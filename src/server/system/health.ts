import { statfs } from 'node:fs/promises';
import type * as z from 'zod/mini';
import type { FieldError } from '#contract/errors.ts';
import type { system } from '#contract/system.ts';
import { leastFree } from '#domain/system.ts';
import { unavailable } from '../http/errors.ts';
import type { World } from '../world.ts';
import { findSchemaTrouble } from './store.ts';

type Health = z.output<typeof system.getHealth.response>;
type Readiness = z.output<typeof system.getReady.response>;

/** Who asks waits only seconds for the answer, so the database gets less time than for a usual statement. */
const databaseLimitMs = 2000;
const oldestSweepMs = 5 * 60_000;
/** A change of the settings counts after `settingNoticeSeconds`: who has not looked for as long takes other prices. */
const oldestSettingsMs = 40_000;
const megabyte = 1_048_576;

/**
 * Whether this process lives. Who watches ends one that does not, so only what a new start would mend counts: a sweep
 * that fails for want of a database has ended all the same.
 * @throws ApiError UNAVAILABLE when it does not
 */
export function checkHealth({ vitals }: World): Health {
  const sinceSweep = vitals.sinceSweep();
  if (sinceSweep === null) return { status: 'ok', sweep: null };
  if (sinceSweep > oldestSweepMs) {
    const minutes = Math.floor(sinceSweep / 60_000);
    throw unwell([{ path: 'sweep', message: `The sweep has not run for ${minutes} minutes.` }]);
  }
  return { status: 'ok', sweep: { secondsAgo: Math.floor(sinceSweep / 1000) } };
}

/**
 * Whether this process can take calls now. Who watches sends them to others meanwhile.
 * @throws ApiError UNAVAILABLE when it cannot; its fields name the problems
 */
export async function checkReady(world: World): Promise<Readiness> {
  const { vitals } = world;
  if (vitals.isStopping()) throw unwell([{ path: 'stopping', message: 'The server is stopping.' }]);
  const [answer, freeMegabytes] = await Promise.all([askInTime(world), leastFreeOf(vitals.folders)]);
  const problems: FieldError[] = [];
  const { isAnswering, schema } = answer;
  if (!isAnswering) problems.push({ path: 'database', message: 'The database does not answer.' });
  if (schema) problems.push({ path: 'schema', message: schema });
  // After a database that was away they are looked at next in some seconds only: who asks has not to wait for that.
  const areOld = vitals.sinceSettings() > oldestSettingsMs;
  if (isAnswering && areOld) await world.settings.reload().catch(() => undefined);
  const sinceSettings = vitals.sinceSettings();
  if (sinceSettings > oldestSettingsMs) {
    const seconds = Math.floor(sinceSettings / 1000);
    problems.push({ path: 'settings', message: `The settings were read ${seconds} seconds ago.` });
  }
  if (freeMegabytes !== null && freeMegabytes < leastFree.full) {
    problems.push({ path: 'disk', message: `The disk is full: ${freeMegabytes} MB are free.` });
  }
  if (problems.length > 0) throw unwell(problems);
  return {
    status: 'ok',
    database: 'ok',
    settings: { secondsAgo: Math.floor(sinceSettings / 1000) },
    disk: freeMegabytes === null ? null : { freeMegabytes },
  };
}

const unwell = (problems: FieldError[]) => unavailable(problems.map(({ message }) => message).join(' '), problems);

/** What the database said: whether it answers, and what is wrong with its schema. */
type DatabaseAnswer = { isAnswering: boolean; schema?: string | undefined };

async function askInTime(world: World): Promise<DatabaseAnswer> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<DatabaseAnswer>((resolve) => {
    late = setTimeout(resolve, databaseLimitMs, { isAnswering: false });
  });
  const ask = async (): Promise<DatabaseAnswer> => {
    try {
      return { isAnswering: true, schema: await findSchemaTrouble(world.database) };
    } catch (error) {
      world.log.warn({ event: 'not-ready', err: error }, 'the database does not answer who asks whether we are ready');
      return { isAnswering: false };
    }
  };
  return await Promise.race([ask(), tooLate]).finally(() => clearTimeout(late));
}

/** @returns the free megabytes on the fullest disk of these folders; null when there are no folders */
export async function leastFreeOf(folders: readonly string[]): Promise<number | null> {
  if (folders.length === 0) return null;
  const free = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, bsize } = await statfs(folder);
      return Math.floor((bavail * bsize) / megabyte);
    }),
  );
  return Math.min(...free);
}
