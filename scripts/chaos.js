// Two tests of `npm test`, as long as one likes: npm run chaos -- --visits 1000 --seed 15, npm run chaos:webhooks
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.js';
import { readOptions } from './lib/options.js';
import { root } from './lib/project.js';
import { becomeNode } from './lib/run.js';

const usage = `npm run chaos -- [--visits NUMBER] [--seed NUMBER]   visits while Stripe fails and the server is killed; 1000 and 15
npm run chaos -- --orders NUMBER                    Stripe's events in so many orders; npm run chaos:webhooks takes 1000`;
const { visits, seed, orders } = readOptions(usage, {
  visits: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '15' },
  orders: { type: 'string' },
});

ensureInstalled();
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const [test, env] = orders
  ? ['src/server/billing/webhook-orders.test.ts', { WEBHOOK_ORDERS: orders }]
  : ['tests/chaos', { CHAOS_VISITS: visits, CHAOS_SEED: seed }];
becomeNode([vitest, 'run', '--project', 'server', test], env);
