import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { writeHeadStart } from './scripts/lib/head-start.js';
import { buildServiceWorker } from './scripts/lib/service-worker.js';
import { filesOfRoute, lightenManifest, readSite } from './scripts/lib/site-files.js';
import { publicPages } from './src/web/app/public-pages.ts';

type Routes = Record<string, { path?: string; parentId?: string; index?: boolean }>;

// The build writes every public page as HTML. All other paths get the splash in __spa-fallback.html.
const prerendered = [...publicPages.map(({ path }) => path), '/forbidden'];
// No page has this path, so the build draws the 404 page, which the server sends for every unknown path.
const notFound = '/not-found';

// React Router gives each page 10 s to be drawn, without a setting for it; a busy machine may need more.
const timeoutOf = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => timeoutOf(ms * 30);

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: false,
  prerender: [...prerendered, notFound],
  // The server answers 404 for every path that is not in routes.json.
  buildEnd: async ({ reactRouterConfig: { buildDirectory, routes } }) => {
    const client = join(buildDirectory, 'client');
    lightenManifest(client);
    await writeHeadStart(client);
    await writeFile(join(client, 'routes.json'), JSON.stringify(listPages(client, routes)));
    await buildServiceWorker(client, prerendered);
  },
} satisfies Config;

/** @returns by the path of every page, such as `profiles/:profileId/addresses`, without the catch-all: the files that it loads */
function listPages(client: string, routes: Routes): Record<string, string[]> {
  const built = readSite(client, '__spa-fallback.html').routes;
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  const pages = Object.keys(routes).filter((id) => !parents.has(id));
  const files = pages.map((id) => [fullPath(routes, id), [...new Set(filesOfRoute(built, id))]] as const);
  return Object.fromEntries(files.filter(([path]) => path !== '*'));
}

function fullPath(routes: Routes, id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id];
  if (!route) return '';
  return [fullPath(routes, route.parentId), route.path ?? ''].filter(Boolean).join('/');
}
