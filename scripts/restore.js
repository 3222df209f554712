import { ensureInstalled } from './lib/install.js';
import { becomeNode } from './lib/run.js';

ensureInstalled();
becomeNode(['src/server/restore.ts', ...process.argv.slice(2)]);
