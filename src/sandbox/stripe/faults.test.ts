import { expect, test } from 'vitest';
import { createFaults } from './faults.ts';

test('faults with shares strike their parts of the requests, at most one of them each; others strike besides', () => {
  let calls = 0;
  // Each hundredth from 0 to 0.99 once.
  const faults = createFaults(() => (calls++ % 100) / 100);
  faults.set([
    { match: {}, kind: 'drop', share: 0.15 },
    { match: { method: 'POST' }, kind: 'hang', share: 0.05 },
    { match: { path: '/v1/refunds' }, kind: 'delay', times: 1 },
  ]);
  const struck = Array.from({ length: 100 }, () => faults.take('POST', '/v1/refunds').map(({ kind }) => kind));
  expect(struck[0]).toEqual(['drop', 'delay']);
  expect(struck.slice(1).flat()).toEqual([...Array(14).fill('drop'), ...Array(5).fill('hang')]);
  const gets = Array.from({ length: 100 }, () => faults.take('GET', '/v1/refunds').map(({ kind }) => kind));
  expect(gets.flat()).toEqual(Array(15).fill('drop'));
});
