import { tmpdir } from 'node:os';
import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { failureWords, namingPort } from './start-failure.ts';

const withCode = (message: string, fields: object) => Object.assign(new Error(message), fields);
const full =
  'Yardpack could not start because a disk is full. Free some space for DATA_DIR and the database, then start again.';

test.each<[what: string, error: unknown, words: string | undefined]>([
  ['a wrong setting', new ConfigError('PORT must be a number'), 'PORT must be a number'],
  ['our own full disk', withCode('ENOSPC: no space left on device, write', { code: 'ENOSPC' }), full],
  [
    "Postgres's full disk",
    new DrizzleQueryError('insert', [], withCode('could not extend file', { severity: 'ERROR', code: '53100' })),
    full,
  ],
  [
    'a disk that is full while the database is set up',
    new Error('Postgres could not be set up in /data:\ninitdb: error: could not write file: No space left on device'),
    full,
  ],
  [
    'a pool without a connection',
    new Error('The database cannot be reached', { cause: new Error('timeout exceeded when trying to connect') }),
    'Yardpack could not start because the database stopped answering (timeout exceeded when trying to connect). Check Postgres and how busy this machine is, then start again.',
  ],
  [
    'a Postgres that is gone',
    new DrizzleQueryError('select', [], withCode('connect ECONNREFUSED', { code: 'ECONNREFUSED' })),
    'Yardpack could not start because the database stopped answering (connect ECONNREFUSED). Check Postgres and how busy this machine is, then start again.',
  ],
  ['a defect', new TypeError('x is not a function'), undefined],
])('%s is said in a sentence, and only a defect is not', (_, error, words) => {
  expect(failureWords(error, tmpdir())).toBe(words);
});

test('a database that is gone on a disk without room is told as a full disk', () => {
  const gone = new Error('The database cannot be reached', { cause: new Error('Connection terminated unexpectedly') });
  // A file system without blocks (proc(5)) has no free room.
  expect(failureWords(gone, '/proc')).toBe(full);
  expect(failureWords(gone, '/no/such/folder')).toContain('stopped answering');
});

test('a port that cannot be had is named by its setting; what else is wrong stays as it is', () => {
  const taken = withCode('listen EADDRINUSE: address already in use 127.0.0.1:9464', { code: 'EADDRINUSE' });
  expect(() => namingPort('METRICS_PORT', 9464)(taken)).toThrow(
    'METRICS_PORT is 9464, which another program uses. Stop that program or choose another METRICS_PORT.',
  );
  const forbidden = withCode('listen EACCES: permission denied 0.0.0.0:80', { code: 'EACCES' });
  expect(() => namingPort('PORT', 80)(forbidden)).toThrow(
    'PORT is 80, which this user may not open. Choose a PORT above 1023.',
  );
  const other = new TypeError('x is not a function');
  expect(() => namingPort('PORT', 80)(other)).toThrow(other);
});
