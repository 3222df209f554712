import { statfs } from 'node:fs/promises';
import type * as z from 'zod/mini';
import type { FieldError } from '#contract/errors.ts';
import type { system } from '#contract/system.ts';
import { unavailable } from '../http/errors.ts';
import type { World } from '../world.ts';
import { pingDatabase } from './store.ts';

type Health = z.output<typeof system.getHealth.response>;

/** A health check waits only seconds for its answer, so the database gets less time than for a usual statement. */
const databaseLimitMs = 2000;
const oldestSweepMs = 5 * 60_000;
/** A change of the settings counts after `settingNoticeSeconds`: who has not looked for as long takes other prices. */
const oldestSettingsMs = 40_000;
const megabyte = 1_048_576;
/** Postgres writes its log in pieces of 16 MB, and stops when there is no room for the next. */
const leastFreeMegabytes = 32;

/** @throws ApiError UNAVAILABLE when the server cannot do its work; its fields name the problems */
export async function checkHealth(world: World): Promise<Health> {
  const { vitals } = world;
  const [isAnswering, freeMegabytes] = await Promise.all([answersInTime(world), leastFree(vitals.folders)]);
  const sinceSweep = vitals.sinceSweep();
  const problems: FieldError[] = [];
  if (!isAnswering) problems.push({ path: 'database', message: 'The database does not answer.' });
  if (sinceSweep > oldestSweepMs) {
    const minutes = Math.floor(sinceSweep / 60_000);
    problems.push({ path: 'sweep', message: `The sweep has not run for ${minutes} minutes.` });
  }
  const sinceSettings = vitals.sinceSettings();
  if (sinceSettings > oldestSettingsMs) {
    const seconds = Math.floor(sinceSettings / 1000);
    problems.push({ path: 'settings', message: `The settings were read ${seconds} seconds ago.` });
  }
  if (freeMegabytes !== null && freeMegabytes < leastFreeMegabytes) {
    problems.push({ path: 'disk', message: `The disk is full: ${freeMegabytes} MB are free.` });
  }
  if (problems.length > 0) throw unavailable(problems.map(({ message }) => message).join(' '), problems);
  return {
    status: 'ok',
    database: 'ok',
    sweep: { secondsAgo: Math.floor(sinceSweep / 1000) },
    settings: { secondsAgo: Math.floor(sinceSettings / 1000) },
    disk: freeMegabytes === null ? null : { freeMegabytes },
  };
}

async function answersInTime(world: World): Promise<boolean> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    late = setTimeout(resolve, databaseLimitMs, false);
  });
  const answers = async () => {
    try {
      await pingDatabase(world.database);
      return true;
    } catch (error) {
      world.log.warn({ err: error }, 'the database does not answer the health check');
      return false;
    }
  };
  return await Promise.race([answers(), tooLate]).finally(() => clearTimeout(late));
}

/** @returns the free megabytes on the fullest disk of these folders; null when there are no folders */
async function leastFree(folders: readonly string[]): Promise<number | null> {
  if (folders.length === 0) return null;
  const free = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, bsize } = await statfs(folder);
      return Math.floor((bavail * bsize) / megabyte);
    }),
  );
  return Math.min(...free);
}
