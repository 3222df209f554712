import { ensureBuilt } from './lib/build.js';
import { ensureChromium } from './lib/chromium.js';
import { ensureBenchInstalled, ensureInstalled } from './lib/install.js';
import { fail } from './lib/project.js';
import { becomeNode } from './lib/run.js';

ensureInstalled();
ensureBenchInstalled();
if (!(await ensureBuilt())) fail('The site could not be built: see the lines above.');
const chromium = ensureChromium();
if (chromium) becomeNode(['scripts/lib/lighthouse.js', ...process.argv.slice(2)], { CHROMIUM_PATH: chromium });
else process.exitCode = 1;
