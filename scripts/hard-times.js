import { ensureServerBuilt } from './lib/build.js';
import { ensureInstalled } from './lib/install.js';
import { becomeNode } from './lib/run.js';

ensureInstalled();
becomeNode(['tests/scale/hard-times.ts', await ensureServerBuilt()]);
