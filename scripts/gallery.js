import { ensureBuilt } from './lib/build.js';
import { ensureChromium } from './lib/chromium.js';
import { ensureInstalled } from './lib/install.js';
import { readOptions } from './lib/options.js';
import { fail } from './lib/project.js';
import { becomeNode } from './lib/run.js';

const text = { type: 'string' };
readOptions('npm run gallery -- [--only PART OF A NAME] [--scheme light|dark] [--state full,loading,…]', {
  only: text,
  scheme: text,
  state: text,
});
ensureInstalled();
if (!(await ensureBuilt())) fail('The site could not be built: see the lines above.');
const chromium = ensureChromium();
if (chromium) becomeNode(['tests/gallery/gallery.ts', ...process.argv.slice(2)], { CHROMIUM_PATH: chromium });
else process.exitCode = 1;
