import { ensureInstalled } from './lib/install.js';
import { readOptions } from './lib/options.js';
import { becomeNode } from './lib/run.js';

readOptions('npm run image-test -- [--base IMAGE | --debootstrap SUITE] [--runtime NAME]', {
  base: { type: 'string' },
  debootstrap: { type: 'string' },
  runtime: { type: 'string' },
});
ensureInstalled();
becomeNode(['tests/image/image.ts', ...process.argv.slice(2)]);
