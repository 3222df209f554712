import { afterEach } from 'vitest';
import { rowsUnlikeRules } from './rows-and-rules.ts';
import { openWorlds } from './world.ts';

/** With SHADOW=1: after each test the rows of visits have to be as today's rules say, until these go. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') return;
  for (const world of openWorlds) {
    const found = await rowsUnlikeRules(world);
    if (found.length === 0) continue;
    throw new Error(
      [`${found.length} days differ:`, ...found.slice(0, 12), ...found.slice(12, 13).fill('…')].join('\n'),
    );
  }
});
