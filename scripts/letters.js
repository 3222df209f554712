import { ensureChromium } from './lib/chromium.js';
import { ensureInstalled } from './lib/install.js';
import { becomeNode } from './lib/run.js';

// Shows every letter as a picture, light and dark: node scripts/letters.js FOLDER
ensureInstalled();
const chromium = ensureChromium();
if (chromium) becomeNode(['scripts/lib/letters.js', ...process.argv.slice(2)], { CHROMIUM_PATH: chromium });
else process.exitCode = 1;
