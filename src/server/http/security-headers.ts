import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** The rest is about pages: with the twenty scripts of a first open it would take a fifth of a second of a slow line. */
const saidOfFiles = ['x-content-type-options', 'cross-origin-resource-policy'];

const nothingAtAll = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const isFile = /^(?!\/v1\/)[^?]*\.\w+(\?|$)/;

/**
 * Gives every answer the headers of helmet. They never differ, so helmet writes them once: to write them anew takes a
 * third of the time of a small answer.
 * @param publicUrl the site's address; where that has https, browsers keep to it
 * @param withSubdomains whether browsers are to keep to https on all names below it too, which may be somebody else's affair
 */
export function registerSecurityHeaders(app: FastifyInstance, publicUrl: string, withSubdomains: boolean): void {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  const write = helmet({
    // Each page has its own, for its own scripts.
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    // Embedded onboarding opens windows: https://docs.stripe.com/connect/get-started-connect-embedded-components
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: publicUrl.startsWith('https:') && { includeSubDomains: withSubdomains },
  });
  write(answer.req, answer, () => undefined);
  const headers = answer.getHeaders();
  const ofFiles = Object.fromEntries(Object.entries(headers).filter(([name]) => saidOfFiles.includes(name)));
  // What is no page and no file is shown by nobody: pages put their own in its place. A worker's script would keep to it.
  const ofAnswers = { ...headers, 'content-security-policy': nothingAtAll };
  app.decorate('headersOfAnswers', ofAnswers);
  app.addHook('onRequest', ({ url }, reply, done) => {
    if (url.startsWith('/assets/')) reply.headers(ofFiles);
    else reply.headers(isFile.test(url) ? headers : ofAnswers);
    done();
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** For answers that are given before any hook runs. */
    headersOfAnswers: Record<string, number | string | string[] | undefined>;
  }
}
