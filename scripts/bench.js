import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.js';
import { fail, root } from './lib/project.js';
import { becomeNode } from './lib/run.js';

if (!existsSync(join(root, 'bench', 'main.ts'))) fail('There is no bench/main.ts to run.');
ensureInstalled();
becomeNode(['bench/main.ts', ...process.argv.slice(2)]);
