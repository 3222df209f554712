import { ensureBenchInstalled, ensureInstalled } from './lib/install.js';
import { readOptions } from './lib/options.js';
import { becomeNode } from './lib/run.js';

const text = { type: 'string' };
readOptions(
  'npm run bench -- [--only reads,writes,sweep,memory,best-order] [--engagements NUMBER] [--rounds NUMBER] [--seconds NUMBER] [--write]',
  { only: text, engagements: text, rounds: text, seconds: text, write: { type: 'boolean' } },
);
ensureInstalled();
ensureBenchInstalled();
becomeNode(['bench/main.ts', ...process.argv.slice(2)]);
