// Two tests of `npm test`, as long as one likes: npm run chaos -- --visits 1000 --seed 15, npm run chaos:webhooks
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.js';
import { root } from './lib/project.js';
import { becomeNode } from './lib/run.js';

const { visits, seed, orders } = parseArgs({
  options: {
    visits: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '15' },
    orders: { type: 'string' },
  },
}).values;

ensureInstalled();
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const [test, env] = orders
  ? ['src/server/billing/webhook-orders.test.ts', { WEBHOOK_ORDERS: orders }]
  : ['tests/chaos', { CHAOS_VISITS: visits, CHAOS_SEED: seed }];
becomeNode([vitest, 'run', '--project', 'server', test], env);
