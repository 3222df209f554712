// Builds the site and the server with the development packages, so that production can start without them.
import { ensureBuilt, ensureServerBuilt, staysWithinBudgets } from './lib/build.js';
import { ensureInstalled } from './lib/install.js';
import { readOptions } from './lib/options.js';
import { fail } from './lib/project.js';

readOptions('npm run build   takes no options.');
ensureInstalled(true);
if (!(await ensureBuilt())) fail('The site could not be built: see the lines above.');
// After the site, whose build empties the folder of both.
await ensureServerBuilt();
if (!staysWithinBudgets()) fail('A page is heavier than its budget: see the lines above.');
