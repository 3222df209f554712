import { expect, test } from 'vitest';
import { openLog } from './log.ts';
import { logDestination } from './log-words.ts';

function written(settings: Parameters<typeof logDestination>[0], isTerminal: boolean) {
  const said: string[] = [];
  const destination = logDestination(settings, isTerminal, (words) => void said.push(words));
  if (!destination) return 'json';
  const log = openLog('info', destination);
  log.info({ event: 'sign-in', security: 'sign-in' }, 'somebody signed in');
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  log.warn({ event: 'database-away', err: new Error('Failed query', { cause }) }, 'the database could not be asked');
  return said;
}

test('a terminal gets words of what somebody should know, and no stack', () => {
  expect(written({ NODE_ENV: 'development' }, true)).toEqual([
    expect.stringMatching(
      /^\d\d:\d\d:\d\d database-away: the database could not be asked \(connect ECONNREFUSED 127\.0\.0\.1:5432\)$/,
    ),
  ]);
});

test('a pipe, a service and production get JSON, unless the setting says otherwise', () => {
  expect(written({ NODE_ENV: 'development' }, false)).toBe('json');
  expect(written({ NODE_ENV: 'production' }, true)).toBe('json');
  expect(written({ NODE_ENV: 'development', LOG_FORMAT: 'json' }, true)).toBe('json');
  expect(written({ NODE_ENV: 'production', LOG_FORMAT: 'words' }, false)).toHaveLength(1);
});
