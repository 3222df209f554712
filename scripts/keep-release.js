import { ensureInstalled } from './lib/install.js';
import { readOptions } from './lib/options.js';
import { becomeNode } from './lib/run.js';

// Keeps rows of a new demo, as this version writes them, for the tests of upgrades: node scripts/keep-release.js VERSION
readOptions('node scripts/keep-release.js VERSION', {}, 1);
ensureInstalled();
becomeNode(['src/server/testing/keep-release.ts', ...process.argv.slice(2)]);
