import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './project.js';

/**
 * Writes the head start (src/web/layouts/head-start-script.ts) into the app's document, before everything else that it asks
 * for, and into a file what it loads on a worker's itinerary only.
 * @param {string} client the folder of the built site
 */
export async function writeHeadStart(client) {
  const nextStop = await bundle('src/web/itineraries/next-stop-ahead.ts', 'es', {});
  const hash = createHash('sha256').update(nextStop).digest('base64url').slice(0, 7);
  const path = `/assets/next-stop-ahead-${hash}.js`;
  writeFileSync(join(client, path), nextStop);

  const script = await bundle('src/web/layouts/head-start-script.ts', 'iife', { NEXT_STOP: JSON.stringify(path) });
  if (script.includes('</')) throw new Error('The head start would end its own element');
  const file = join(client, '__spa-fallback.html');
  const html = readFileSync(file, 'utf8');
  const mark = '<link rel="preload"';
  if (!html.includes(mark))
    throw new Error('The app’s document preloads nothing, so there is no place for the head start');
  writeFileSync(
    file,
    html.replace(mark, () => `<script>${script}</script>${mark}`),
  );
}

/** @returns {Promise<string>} the code of a file and of all that it imports, as one script */
async function bundle(file, format, define) {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: join(root, file), output: { format }, preserveEntrySignatures: 'strict' },
    },
  });
  const [{ code }] = [built].flat()[0].output;
  return code.trim();
}
