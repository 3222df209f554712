import { ensureBuilt } from './lib/build.js';
import { ensureChromium } from './lib/chromium.js';
import { ensureBenchInstalled, ensureInstalled } from './lib/install.js';
import { readOptions } from './lib/options.js';
import { fail } from './lib/project.js';
import { becomeNode } from './lib/run.js';

const usage = 'npm run lighthouse -- [--only signed-in]   with it the public pages are left out';
const { only } = readOptions(usage, { only: { type: 'string' } });
if (only !== undefined && only !== 'signed-in') fail(`--only knows signed-in, not ${only}.\n${usage}`);
ensureInstalled();
ensureBenchInstalled();
if (!(await ensureBuilt())) fail('The site could not be built: see the lines above.');
const chromium = ensureChromium();
if (chromium) becomeNode(['scripts/lib/lighthouse.js', ...process.argv.slice(2)], { CHROMIUM_PATH: chromium });
else process.exitCode = 1;
