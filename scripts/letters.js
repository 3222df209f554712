import { ensureChromium } from './lib/chromium.js';
import { ensureInstalled } from './lib/install.js';
import { readOptions } from './lib/options.js';
import { becomeNode } from './lib/run.js';

// Makes a picture of every letter, light and dark: npm run letters -- FOLDER
readOptions('npm run letters -- [FOLDER]   a picture of every letter; build/letters', {}, 1);
ensureInstalled();
const chromium = ensureChromium();
if (chromium) becomeNode(['scripts/lib/letters.js', ...process.argv.slice(2)], { CHROMIUM_PATH: chromium });
else process.exitCode = 1;
