// The chaos run of `npm test`, as long as one likes: npm run chaos -- --visits 1000 --seed 15
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.js';
import { root } from './lib/project.js';
import { becomeNode } from './lib/run.js';

const { visits, seed } = parseArgs({
  options: { visits: { type: 'string', default: '1000' }, seed: { type: 'string', default: '15' } },
}).values;

ensureInstalled();
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
becomeNode([vitest, 'run', '--project', 'server', 'tests/chaos'], { CHAOS_VISITS: visits, CHAOS_SEED: seed });
