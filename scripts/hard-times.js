import { ensureServerBuilt } from './lib/build.js';
import { ensureInstalled } from './lib/install.js';
import { readOptions } from './lib/options.js';
import { fail } from './lib/project.js';
import { becomeNode } from './lib/run.js';

const usage = `npm run hard-times              restarts of Postgres, a Postgres that hangs, and clock steps, under load
npm run hard-times -- --disk    a disk that is full`;
const { disk: fillsDisk = false } = readOptions(usage, { disk: { type: 'boolean' } });
if (fillsDisk && process.getuid?.() !== 0)
  fail('This mounts a small disk, so run it as root, in a container for example.');
ensureInstalled();
becomeNode([`tests/scale/${fillsDisk ? 'full-disk' : 'hard-times'}.ts`, await ensureServerBuilt()]);
