import { test } from 'vitest';
import { createTestWorld, type TestWorld } from './world.ts';

/** A test with a Yardpack of its own. */
export const yardpackTest = test.extend<{ yardpack: TestWorld }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names out of the pattern
  yardpack: async ({}, use) => {
    const yardpack = await createTestWorld();
    await use(yardpack);
    await yardpack.close();
  },
});
