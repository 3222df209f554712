import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads what the build says of the site's files.
 * @param {string} client the folder of the built site
 * @param {string} document the HTML file that the pages in question are opened with
 * @returns {{ html: string, named: string[], manifestPath: string, routes: Record<string, Route> }} `named` are the
 *   files that the document names; `manifestPath` is one of them, which names the files of every page
 * @typedef {{ id: string, path?: string, index?: boolean, parentId?: string, module: string, imports: string[], css: string[] }} Route
 */
export function readSite(client, document) {
  const html = readFileSync(join(client, document), 'utf8');
  const named = [...html.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path);
  const manifestPath = named.find((path) => path.includes('/manifest-'));
  if (!manifestPath) throw new Error(`${document} names no manifest`);
  const manifest = readFileSync(join(client, manifestPath), 'utf8');
  const { routes } = JSON.parse(manifest.replace(/^[^{]*/, '').replace(/;\s*$/, ''));
  return { html, named, manifestPath, routes };
}

/** @returns {string[]} the files of a route and of its layouts, which the manifest knows */
export function filesOfRoute(routes, id) {
  const route = routes[id];
  if (!route) throw new Error(`The built site has no route ${id}`);
  const files = [route.module, ...route.imports, ...route.css];
  return route.parentId ? [...files, ...filesOfRoute(routes, route.parentId)] : files;
}

/**
 * Takes out of the manifest's routes what every page loads for nothing, since it loads the manifest: the files that the
 * app's document names, and those of the layouts around a route, which are there before it; and what a route has not,
 * which React Router takes for no by itself.
 * @param {string} client the folder of the built site
 */
export function lightenManifest(client) {
  const { named, manifestPath, routes } = readSite(client, '__spa-fallback.html');
  const file = join(client, manifestPath);
  const light = Object.entries(routes).map(([id, route]) => {
    const before = [...named, ...(route.parentId ? filesOfRoute(routes, route.parentId) : [])];
    // In order they compress better.
    const imports = route.imports.filter((path) => !before.includes(path)).sort();
    const told = Object.entries({ ...route, imports }).filter(([, value]) => value !== false);
    return [id, Object.fromEntries(told)];
  });
  const manifest = readFileSync(file, 'utf8');
  const heavy = JSON.stringify(routes);
  if (!manifest.includes(heavy)) throw new Error(`${manifestPath} is not written as it was read`);
  writeFileSync(
    file,
    manifest.replace(heavy, () => JSON.stringify(Object.fromEntries(light))),
  );
}
