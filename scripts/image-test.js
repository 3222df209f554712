import { ensureInstalled } from './lib/install.js';
import { becomeNode } from './lib/run.js';

ensureInstalled();
becomeNode(['tests/image/image.ts', ...process.argv.slice(2)]);
