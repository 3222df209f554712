import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { buildServiceWorker } from './scripts/lib/service-worker.js';
import { publicPages } from './src/web/app/public-pages.ts';

type Routes = Record<string, { path?: string; parentId?: string; index?: boolean }>;

// Every public page is a file of finished HTML; all other paths get the splash in __spa-fallback.html.
const prerendered = [...publicPages.map(({ path }) => path), '/forbidden'];
// No page of that path: what the server sends for a path that leads nowhere.
const notFound = '/not-found';

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: false,
  prerender: [...prerendered, notFound],
  // The server answers 404 for what is not in this list.
  buildEnd: async ({ reactRouterConfig: { buildDirectory, routes } }) => {
    const client = join(buildDirectory, 'client');
    await writeFile(join(client, 'routes.json'), JSON.stringify(pathsOf(routes)));
    await buildServiceWorker(client, prerendered);
  },
} satisfies Config;

/** @returns the path of every page, such as `profiles/:profileId/addresses`; not the one that stands for any other */
function pathsOf(routes: Routes): string[] {
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  const pages = Object.entries(routes).filter(([id]) => !parents.has(id));
  return pages.map(([id]) => fullPath(routes, id)).filter((path) => path !== '*');
}

function fullPath(routes: Routes, id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id];
  if (!route) return '';
  return [fullPath(routes, route.parentId), route.path ?? ''].filter(Boolean).join('/');
}
