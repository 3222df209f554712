import { ensureInstalled } from './lib/install.js';
import { becomeNode } from './lib/run.js';

// Keeps what a release wrote, from a demo that runs or stands still: DATA_DIR=… node scripts/keep-release.js VERSION
ensureInstalled();
becomeNode(['src/server/testing/keep-release.ts', ...process.argv.slice(2)]);
