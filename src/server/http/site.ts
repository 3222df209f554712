import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError, sendError } from './errors.ts';

/** What the browser may load besides our own files: https://docs.stripe.com/security/guide#content-security-policy */
const stripeSources = {
  scriptSrc: ['https://*.js.stripe.com', 'https://js.stripe.com', 'https://connect-js.stripe.com'],
  frameSrc: [
    'https://*.js.stripe.com',
    'https://js.stripe.com',
    'https://hooks.stripe.com',
    'https://connect-js.stripe.com',
  ],
  connectSrc: ['https://api.stripe.com'],
  imgSrc: ['https://*.stripe.com'],
};

/** Paths that belong to programs: an unknown one is a 404 in JSON, never a page. */
const programPaths = /^\/(v1|webhooks|sandbox|assets)(\/|$)/;

/**
 * Serves the built site: hashed assets for good, prerendered pages, and the app's own page for every other path that a
 * person may open. Inline scripts of a page are allowed by their hashes, page by page.
 * @param folder where the site was built to
 */
export async function registerSite(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(async (site) => {
    await site.register(compress, { global: true });
    const pages = await loadPages(folder);
    const appPage = pages.get('/__spa-fallback.html');
    if (!appPage) throw new Error(`${folder} holds no built site`);

    await site.register(fastifyStatic, {
      root: folder,
      index: false,
      redirect: false,
      wildcard: false,
      globIgnore: ['**/*.html'],
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
      },
    });

    site.get('/*', async (request, reply) => {
      const path = new URL(request.url, 'http://site').pathname;
      if (programPaths.test(path)) return sendError(noSuchPage(path), request, reply);
      return sendPage(pages.get(`${path === '/' ? '' : path}/index.html`) ?? appPage, reply);
    });
  });
}

type Page = { html: string; policy: string };

/** @returns the built pages by their path in the folder, '/sign-up/index.html' */
async function loadPages(folder: string): Promise<Map<string, Page>> {
  const pages = new Map<string, Page>();
  for await (const file of glob('**/*.html', { cwd: folder })) {
    pages.set(`/${file}`, toPage(await readFile(join(folder, file), 'utf8')));
  }
  return pages;
}

function toPage(html: string): Page {
  const hashes = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script ?? '')
        .digest('base64')}'`,
  );
  return { html, policy: contentSecurityPolicy(hashes) };
}

function contentSecurityPolicy(scriptHashes: string[]): string {
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...new Set(scriptHashes), ...stripeSources.scriptSrc],
    // React Aria and the payment provider's scripts set style attributes.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', ...stripeSources.imgSrc],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...stripeSources.connectSrc],
    'frame-src': ["'self'", ...stripeSources.frameSrc],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

function sendPage({ html, policy }: Page, reply: FastifyReply) {
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(html);
}

const noSuchPage = (path: string) => new ApiError('NOT_FOUND', `There is no GET ${path}`);
