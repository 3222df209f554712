import { expect, test } from 'vitest';
import { workInLanes } from './lanes.ts';

/** Gives what is due, in order. A test can add more while it runs. */
const queueOf = (due: string[]) => async (most: number) => due.splice(0, most);

test('what comes while one thing hangs is done before that ends', async () => {
  const hangs = Promise.withResolvers<void>();
  const due = ['hangs'];
  const done: string[] = [];
  const count = await workInLanes(queueOf(due), async (thing) => {
    if (thing === 'hangs') {
      due.push('prompt');
      await hangs.promise;
    } else hangs.resolve();
    done.push(thing);
  });
  expect([count, done]).toEqual([2, ['prompt', 'hangs']]);
});

test('one that fails stops none, and is told in the end', async () => {
  const done: string[] = [];
  const working = workInLanes(queueOf(['a', 'bad', 'b']), async (thing) => {
    if (thing === 'bad') throw new Error('It is bad');
    done.push(thing);
  });
  await expect(working).rejects.toMatchObject({ errors: [new Error('It is bad')] });
  expect(done).toEqual(['a', 'b']);
});
