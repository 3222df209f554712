import { randomUUIDv7 } from 'node:crypto';
import { createServer } from 'node:http';
import type { ErrorBody } from '#contract/errors.ts';

/** Who asks comes again after so many seconds. */
const retrySeconds = 5;
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Starting</title><p>This site is starting. The page loads again by itself.`;

/**
 * Answers in the server's place until it can: this process lives, and is not ready. A migration may take minutes, in which
 * nobody is to end it, and a port that somebody else has is known before all else begins.
 * @returns what ends it, so that the server can have the port
 */
export async function answerWhileStarting(port: number, host: string): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    response.setHeader('cache-control', 'no-store');
    response.setHeader('connection', 'close');
    if (path === '/v1/health-check') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok","sweep":null}');
      return;
    }
    response.setHeader('retry-after', retrySeconds);
    if (request.headers.accept?.includes('text/html')) {
      response.writeHead(503, { 'content-type': 'text/html; charset=utf-8', refresh: String(retrySeconds) }).end(page);
      return;
    }
    const body: ErrorBody = { message: 'The server is starting.', errorCode: 'UNAVAILABLE', traceId: randomUUIDv7() };
    response.writeHead(503, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return async () => {
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  };
}
