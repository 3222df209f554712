import type { DestinationStream } from 'pino';
import type { Config } from './config.ts';
import { printWords } from './log.ts';

/** Lines below it are for those who look something up later. */
const worthSaying = 40;

/**
 * @param isTerminal whether a person reads along
 * @returns where the log goes: undefined for lines of JSON on standard output
 */
export function logDestination(
  { LOG_FORMAT, NODE_ENV }: Pick<Config, 'LOG_FORMAT' | 'NODE_ENV'>,
  isTerminal: boolean,
  print: (words: string) => void = printWords,
): DestinationStream | undefined {
  const format = LOG_FORMAT ?? (isTerminal && NODE_ENV !== 'production' ? 'words' : 'json');
  if (format === 'json') return undefined;
  return {
    write(line) {
      const words = wordsOf(line);
      if (words) print(words);
    },
  };
}

type Line = { level: number; time: number; event?: string; msg?: string; reason?: string; err?: Failure };
type Failure = { message?: string; cause?: Failure };

/** @returns what is worth saying of a line of the log; undefined for nothing */
function wordsOf(line: string): string | undefined {
  const { level, time, event, msg = '', reason, err } = JSON.parse(line) as Line;
  if (level < worthSaying) return undefined;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const why = reason ?? rootOf(err)?.message;
  return `${clock} ${event}: ${msg}${why ? ` (${why})` : ''}`;
}

const rootOf = (failure: Failure | undefined): Failure | undefined =>
  failure?.cause ? rootOf(failure.cause) : failure;
