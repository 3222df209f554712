import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './project.js';

/**
 * Writes the head start (src/web/api/head-start.ts) into the app's document, before everything else that it asks for.
 * @param {string} client the folder of the built site
 */
export async function writeHeadStart(client) {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'src', 'web', 'api', 'head-start-script.ts'),
        output: { format: 'iife' },
      },
    },
  });
  const [{ code }] = [built].flat()[0].output;
  const script = code.trim();
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
