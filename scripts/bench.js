import { ensureBenchInstalled, ensureInstalled } from './lib/install.js';
import { becomeNode } from './lib/run.js';

ensureInstalled();
ensureBenchInstalled();
becomeNode(['bench/main.ts', ...process.argv.slice(2)]);
