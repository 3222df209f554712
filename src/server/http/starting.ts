import { randomUUIDv7 } from 'node:crypto';
import { createServer } from 'node:http';
import type * as z from 'zod/mini';
import type { ErrorBody } from '#contract/errors.ts';
import type { system } from '#contract/system.ts';
import { noticePage } from './notice-page.ts';

/** What stands in the server's place until it can answer. */
export type Starting = {
  /** Says what the start is doing, in words for people: they stand on the page, and in the answers of both health checks. */
  tell(step: string): void;
  /** Gives the port back. */
  end(): Promise<void>;
};

/** A program that asks comes again after so many seconds. */
const retrySeconds = 5;
/** A page loads again after so many seconds, so that a person sees how far it is. */
const reloadSeconds = 2;

const page = (step: string) =>
  noticePage({
    ...{ title: 'Starting', heading: 'This site is starting' },
    body: `<p role="status">${step}</p><p>This page reloads automatically.</p>`,
  });

/**
 * Answers in the server's place until it can: this process lives, and is not ready. A migration may take minutes, in which
 * nobody is to end it, and a port that somebody else has is known before all else begins.
 */
export async function answerWhileStarting(port: number, host: string): Promise<Starting> {
  let step = 'Starting the database';
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    response.setHeader('cache-control', 'no-store');
    response.setHeader('connection', 'close');
    if (path === '/v1/health-check') {
      const health: z.output<typeof system.getHealth.response> = { status: 'starting', step, sweep: null };
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(health));
      return;
    }
    response.setHeader('retry-after', retrySeconds);
    if (request.headers.accept?.includes('text/html')) {
      const headers = { 'content-type': 'text/html; charset=utf-8', refresh: String(reloadSeconds) };
      response.writeHead(503, headers).end(page(step));
      return;
    }
    const body: ErrorBody = {
      message: `The server is starting. ${step}.`,
      errorCode: 'UNAVAILABLE',
      traceId: randomUUIDv7(),
    };
    response.writeHead(503, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    tell: (next) => {
      step = next;
    },
    end: async () => {
      // Its port is the server's by now, or nobody's.
      if (!server.listening) return;
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}
