import { ensureInstalled } from './lib/install.js';
import { becomeNode } from './lib/run.js';

ensureInstalled();
becomeNode(['bench/main.ts', ...process.argv.slice(2)]);
