import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

// In a thread of its own, because nothing else can end a loop that does not end by itself.
const script = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.module).then(({ bestOrder }) =>
    parentPort.postMessage(bestOrder(workerData.home, workerData.stops).length));
`;

test.each([0, 3, 10])('the search for a hundred stops ends, with every %s of them pinned', async (pinEvery) => {
  const stops = Array.from({ length: 100 }, (_, index) => ({
    id: String(index),
    // Many in one place, where a way can be changed for ever without becoming longer or shorter.
    latitude: 36 + (index % 7) / 20,
    longitude: -94 - (index % 5) / 20,
    isPinned: pinEvery > 0 && index % pinEvery === 0,
  }));
  const module = new URL('../src/domain/best-order.ts', import.meta.url).href;
  const workerData = { module, home: { latitude: 36, longitude: -94 }, stops };
  const worker = new Worker(script, { eval: true, execArgv: [], workerData });
  try {
    const [count] = await once(worker, 'message', { signal: AbortSignal.timeout(15_000) });
    expect(count).toBe(100);
  } finally {
    await worker.terminate();
  }
});
