import { ensureServerBuilt } from './lib/build.js';
import { ensureInstalled } from './lib/install.js';
import { fail } from './lib/project.js';
import { becomeNode } from './lib/run.js';

const fillsDisk = process.argv.includes('--disk');
if (fillsDisk && process.getuid?.() !== 0)
  fail('This mounts a small disk, so run it as root, in a container for example.');
ensureInstalled();
becomeNode([`tests/scale/${fillsDisk ? 'full-disk' : 'hard-times'}.ts`, await ensureServerBuilt()]);
