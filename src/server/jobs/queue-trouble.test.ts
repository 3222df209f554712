import { expect, test } from 'vitest';
import { openLog } from '../log.ts';
import { openQueueTrouble } from './queue-trouble.ts';

function opened() {
  const lines: string[] = [];
  const say = openQueueTrouble(openLog('info', { write: (line) => void lines.push(line) }));
  return { say, lines };
}

/** As pg-boss tells it of a worker: the parts of an error, and whose it was. */
const refused = (queue: string) => {
  const error = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED', errno: -111 });
  return { ...error, message: `${error.message} (Queue: ${queue}, Worker: 7)`, stack: error.stack, queue, worker: '7' };
};

test('a database that is away is one line, however many queues find it out', () => {
  const { say, lines } = opened();
  for (const queue of ['deliver-messages', 'collect-payment', 'make-refund']) say(refused(queue));
  say(
    Object.assign(new Error('terminating connection due to administrator command'), {
      code: '57P01',
      severity: 'FATAL',
    }),
  );
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toContain('\n');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 40,
    event: 'job-queue-failed',
    reason: 'connect ECONNREFUSED 127.0.0.1:5432',
  });
  expect(lines[0]).not.toMatch(/stack|Worker/);
});

test('whatever else fails is said each time, as an error that hides what was typed', () => {
  const { say, lines } = opened();
  const failed = {
    message: 'no such job of hazel@private.example (Queue: x, Worker: 7)',
    stack: 'Error: hazel\n    at a (b.js:1:1)',
  };
  say(failed);
  say(failed, '018f0000-0000-7000-8000-000000000001');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, event: 'job-queue-failed', err: { type: 'Error', stack: '    at a (b.js:1:1)' } },
    { jobId: '018f0000-0000-7000-8000-000000000001' },
  ]);
  expect(lines.join('')).not.toContain('hazel');
});
