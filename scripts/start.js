// Starts under the system's Node (20.19 or newer), so it is plain JavaScript without packages.
import { ensureBuilt } from './lib/build.js';
import { ensureInstalled } from './lib/install.js';
import { fail } from './lib/project.js';
import { becomeNode } from './lib/run.js';

ensureInstalled();
if (!(await ensureBuilt())) fail('The site could not be built: see the lines above.');
becomeNode(['src/server/main.ts', ...process.argv.slice(2)]);
