import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { compileWriter } from './answer-writer.ts';

const answer = z.object({
  id: z.uuid(),
  count: z.int(),
  share: z.nullable(z.number()),
  note: z.optional(z.string()),
  status: z.enum(['open', 'paid']),
  isDone: z.literal(true),
  lines: z.array(z.object({ name: z.string(), 'due-at': z.nullable(z.object({ year: z.int() })) })),
});
const good = {
  id: '0199d9e4-4ef4-7a32-9a49-cbb4cbb1fcd8',
  count: 3,
  share: null,
  note: 'a "quoted" line\n',
  status: 'open',
  isDone: true,
  lines: [{ name: 'Ada', 'due-at': { year: 2027 } }],
};
const write = compileWriter(answer, 'GET /things');

test('an answer is written as it is', () => {
  expect(write(good)).toBe(JSON.stringify(good));
  expect(JSON.parse(write({ ...good, note: undefined }))).not.toHaveProperty('note');
});

test('what the schema does not list is left out, however deep', () => {
  const lines = [{ name: 'Ada', 'due-at': { year: 2027, secret: 1 }, passwordHash: 'x' }];
  expect(write({ ...good, passwordHash: 'x', lines, toJSON: () => ({ passwordHash: 'x' }) })).toBe(
    JSON.stringify(good),
  );
});

test.each([
  [{ id: undefined }, 'answer.id is undefined'],
  [{ id: null }, 'answer.id is null'],
  [{ id: 4 }, 'answer.id is number'],
  [{ count: '3' }, 'answer.count is string'],
  [{ count: 0.5 }, 'answer.count is number'],
  [{ share: Number.NaN }, 'answer.share is number'],
  [{ share: undefined }, 'answer.share is undefined'],
  [{ note: null }, 'answer.note is null'],
  [{ status: 'gone' }, 'answer.status is string'],
  [{ isDone: 1 }, 'answer.isDone is number'],
  [{ lines: {} }, 'answer.lines is object'],
  [{ lines: [null] }, 'answer.lines[] is null'],
  [{ lines: [{ name: 'Ada' }] }, 'answer.lines[].due-at is undefined'],
  [{ lines: [{ name: 'Ada', 'due-at': {} }] }, 'answer.lines[].due-at.year is undefined'],
])('a missing or wrong value is an error, not an invented answer: %o', (wrong, message) => {
  expect(() => write({ ...good, ...wrong })).toThrow(`GET /things: ${message}`);
});

test.each(Object.entries(contract as Record<string, Endpoint>))(
  'the answer of %s can be compiled',
  (name, endpoint) => {
    expect(compileWriter(endpoint.response, name)).toBeTypeOf('function');
  },
);

test('of several shapes the first field says which one an answer has, and nothing of another is written', () => {
  const either = z.union([z.object({ token: z.string() }), z.object({ challenge: z.string(), code: z.boolean() })]);
  const writeEither = compileWriter(either, 'POST /things');
  expect(writeEither({ token: 'a', challenge: 'b', code: true })).toBe('{"token":"a"}');
  expect(writeEither({ challenge: 'b', code: true, hash: 'x' })).toBe('{"challenge":"b","code":true}');
  expect(() => writeEither({ code: true })).toThrow('answer.challenge is undefined');
});
