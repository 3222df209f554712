import { glob, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { World } from '../world.ts';
import { ApiError, sendError } from './errors.ts';
import {
  documentFiles,
  type Encoding,
  loadDocuments,
  manifestPath,
  type SiteDocument,
  type SiteDocuments,
  type SiteSettings,
} from './site-documents.ts';

/** Programs call these paths. An unknown one answers 404 in JSON, never a page. */
const programPaths = /^\/(v1|webhooks|sandbox|assets|files)(\/|$)/;

/** Written by the build: by every path of the site's route table, such as `profiles/:profileId/addresses`, its page's files. */
const routesFile = 'routes.json';

type SiteWorld = Omit<SiteSettings, 'office' | 'isOpen'> & Pick<World, 'settings'>;

/**
 * Serves the built site: hashed assets, prerendered pages, and the app's document for every other page. Each document
 * has its own Content-Security-Policy.
 * @param folder where the site was built to
 */
export async function registerSite(app: FastifyInstance, folder: string, world: SiteWorld): Promise<void> {
  const documentsNow = await keepDocuments(folder, world);
  const filesOfPage = await loadRoutes(folder);
  const isFile = await loadFiles(folder);

  await app.register(async (site) => {
    await site.register(fastifyStatic, {
      root: folder,
      // It would make two routes of each file, which takes a tenth of a start.
      serve: false,
      index: false,
      // scripts/lib/build.js puts compressed files beside their originals.
      preCompressed: true,
      setHeaders: (reply, path) => {
        const file = relative(folder, path);
        reply.header('cache-control', cacheControl(file));
        if (/\.svg(\.(br|gz))?$/.test(file)) reply.header('content-type', 'image/svg+xml; charset=utf-8');
        // Mails show this picture, in every mail program.
        if (file === 'icon-192.png') reply.header('cross-origin-resource-policy', 'cross-origin');
      },
    });

    site.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
      const file = request.params['*'];
      if (isFile(file)) return reply.sendFile(file);
      const path = request.url.replace(/[?#].*$/s, '').replace(/\/$/, '') || '/';
      if (programPaths.test(path)) return sendError(noSuchPage(path), request, reply);
      const isOpen = world.settings.isOpen();
      const documents = documentsNow();
      const document = documents.byPath.get(path);
      const isForVisitors = document?.isIndexed || path === '/sitemap.xml';
      if (!isOpen || !document) reply.header('x-robots-tag', 'noindex');
      if (!isOpen && path === manifestPath) return sendDocument(documents.openingManifest, request, reply);
      if (document && (isOpen || !isForVisitors)) return sendDocument(document, request, reply);
      if (document?.isIndexed) return sendDocument(documents.openingSoon, request, reply);
      const files = filesOfPage(path);
      if (files) return sendDocument(documents.app(files), request, reply);
      return sendDocument(isOpen ? documents.notFound : documents.openingSoon, request, reply.code(404));
    });
  });
}

/** @returns what answers the documents, which are filled anew when the office has set something else */
async function keepDocuments(folder: string, world: SiteWorld): Promise<() => SiteDocuments> {
  const fill = await loadDocuments(folder);
  const filledNow = () => {
    const office = world.settings.now();
    return { office, documents: fill({ ...world, office, isOpen: world.settings.isOpen() }) };
  };
  let kept = filledNow();
  return () => {
    if (world.settings.now() !== kept.office) kept = filledNow();
    return kept.documents;
  };
}

function cacheControl(file: string): string {
  if (/^assets[/\\]/.test(file)) return 'public, max-age=31536000, immutable';
  // A browser with an older service worker must find the new release at once.
  return file.startsWith('service-worker.js') ? 'no-cache' : 'public, max-age=3600';
}

/** @returns a function that answers the files of the page at a path; undefined where the site has none */
async function loadRoutes(folder: string): Promise<(path: string) => string[] | undefined> {
  const text = await readFile(join(folder, routesFile), 'utf8');
  const pages = Object.entries(z.record(z.string(), z.array(z.string())).parse(JSON.parse(text)))
    // A word of the path comes before what may be any word, as in the browser.
    .sort(([one], [other]) => one.split(':').length - other.split(':').length)
    .map(([route, files]) => ({ pattern: new RegExp(`^/${route.replace(/:[^/]+/g, '[^/]+')}$`), files }));
  return (path) => pages.find(({ pattern }) => pattern.test(path))?.files;
}

/** @returns a function that says whether a path, as in `assets/a.js`, is a file that is served as it was built */
async function loadFiles(folder: string): Promise<(path: string) => boolean> {
  const files = new Set<string>();
  const found = glob('**/*.*', { cwd: folder, exclude: ['**/*.{br,gz}', ...documentFiles, routesFile] });
  for await (const name of found) {
    const path = name.replaceAll('\\', '/');
    // What begins with a dot nobody has built: it was left there.
    if (!/(^|\/)\./.test(path)) files.add(path);
  }
  return (path) => files.has(path);
}

async function sendDocument({ type, body, etag, policy }: SiteDocument, request: FastifyRequest, reply: FastifyReply) {
  if (policy) reply.header('content-security-policy', policy);
  reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', etag);
  if (request.headers['if-none-match'] === etag && reply.statusCode === 200) return reply.code(304).send();
  const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(type).send(await body(encoding));
}

/** @param accepted the Accept-Encoding header: https://www.rfc-editor.org/rfc/rfc9110#name-accept-encoding */
function chooseEncoding(accepted: string): Encoding {
  const refused = /;\s*q=0(\.0*)?\s*$/;
  const names = accepted
    .split(',')
    .filter((one) => !refused.test(one))
    .map((one) => one.split(';', 1)[0]?.trim().toLowerCase());
  return (['br', 'gzip'] as const).find((name) => names.includes(name)) ?? 'identity';
}

const noSuchPage = (path: string) => new ApiError('NOT_FOUND', `There is no GET ${path}`);
