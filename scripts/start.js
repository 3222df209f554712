// Starts under the system's Node (20.19 or newer), so it is plain JavaScript without packages.
import { ensureBuilt, ensureServerBuilt } from './lib/build.js';
import { ensureInstalled } from './lib/install.js';
import { readOptions } from './lib/options.js';
import { fail } from './lib/project.js';
import { becomeNode } from './lib/run.js';
import { refuseWrongSettings } from './lib/settings.js';

readOptions('npm start   takes no options: all settings are in the environment or in .env (see .env.example).');
ensureInstalled(undefined, refuseWrongSettings);
const [isBuilt, program] = await Promise.all([ensureBuilt(), ensureServerBuilt()]);
if (!isBuilt) fail('The site could not be built: see the lines above.');
becomeNode([program, ...process.argv.slice(2)]);
