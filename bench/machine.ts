import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { median } from './load.ts';

const WATCH_MS = 150;
const SPIN_MS = 30;
/** Beyond these the figures say more of the other programs than of ours. */
const QUIET = { othersShare: 0.1, spinSpread: 0.15 };

const samples: { others: number; turns: number }[] = [];

/**
 * Looks at what other programs leave of the machine, while none of ours has anything to do: the share of the processors
 * that is in use, and how far a loop that only counts gets.
 */
export async function watchMachine(): Promise<void> {
  const before = busyTime();
  await delay(WATCH_MS);
  const after = busyTime();
  const others = (after.busy - before.busy) / Math.max(1, after.all - before.all);
  const until = performance.now() + SPIN_MS;
  let turns = 0;
  while (performance.now() < until) turns += 1;
  samples.push({ others, turns });
}

function busyTime() {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { all, busy: all - times.reduce((sum, { idle }) => sum + idle, 0) };
}

/** @returns in words which machine it is, and whether other programs ran meanwhile */
export function describeMachine(): string {
  const [cpu] = cpus();
  const load = loadavg().map((minutes) => minutes.toFixed(1));
  const machine = `Node ${process.version}, ${availableParallelism()} cores (${cpu?.model.trim() ?? 'unknown'}), load ${load.join(' ')}.`;
  const others = samples.map((sample) => sample.others);
  const turns = samples.map((sample) => sample.turns);
  const spread = (Math.max(...turns) - Math.min(...turns)) / median(turns);
  const isQuiet = median(others) <= QUIET.othersShare && spread <= QUIET.spinSpread;
  const seen = `${samples.length} samples: other programs ${percent(median(others))}, at most ${percent(Math.max(...others))}; a counting loop varied by ${percent(spread)}`;
  return isQuiet
    ? `${machine} The machine was quiet (${seen}).`
    : `${machine} **The machine was busy** (${seen}), so figures are rough.`;
}

export const percent = (share: number) => `${Math.round(100 * share)}%`;
