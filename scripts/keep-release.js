import { ensureInstalled } from './lib/install.js';
import { becomeNode } from './lib/run.js';

// Keeps rows of a new demo, as this version writes them, for the tests of upgrades: node scripts/keep-release.js VERSION
ensureInstalled();
becomeNode(['src/server/testing/keep-release.ts', ...process.argv.slice(2)]);
