import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './project.js';
import { filesOfRoute, readSite } from './site-files.js';

/** This page must open without a network. */
const page = 'itineraries/itinerary-page';

/** This one must open to lead there. */
const home = 'dashboard/dashboard-page';

/**
 * Builds the service worker into the built site, with the list of the files that its page needs: those that the
 * document names, those of the route and its layouts, and all that these may import later; of the home only what leads to
 * that page.
 * @param {string} client the folder of the built site
 * @param {readonly string[]} publicPaths the paths of pages that anybody may open
 */
export async function buildServiceWorker(client, publicPaths) {
  const { entry, assets } = filesOf(client);
  const id = createHash('sha256').update(assets.join('\n')).digest('hex').slice(0, 12);
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { RELEASE: JSON.stringify({ id, entry, assets, publicPaths }) },
    build: {
      outDir: client,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'src', 'service-worker', 'service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
}

function filesOf(client) {
  const { named, manifestPath, routes } = readSite(client, '__spa-fallback.html');
  const entry = named.find((path) => path.includes('/entry.client-'));
  if (!entry) throw new Error('The app’s document names no entry');
  const found = new Set([...named, ...filesOfRoute(routes, page)]);
  const built = new Set(readdirSync(join(client, 'assets')).map((name) => `/assets/${name}`));
  // The set grows during this loop, so it also visits the imports of imports.
  for (const path of found) {
    // The manifest names the files of every page.
    if (path === manifestPath || !path.endsWith('.js')) continue;
    for (const [, name] of readFileSync(join(client, path), 'utf8').matchAll(
      /["'`]\.\/([\w.-]+\.(?:js|css|woff2))["'`]/g,
    )) {
      if (built.has(`/assets/${name}`)) found.add(`/assets/${name}`);
    }
  }
  return { entry, assets: [...new Set([...found, ...filesOfRoute(routes, home)])].sort() };
}
