import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { type HandOver, UnansweredError } from './refused.ts';

/** What is sent to a provider, and how long all of it may take. */
export type HeldCall = {
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
  handOver: HandOver;
  timeoutMs: number;
};

export type HeldAnswer = { status: number; headers: Record<string, string>; body: Buffer };

/**
 * Calls a provider whose call has an effect. Nothing of the call leaves before `handOver` resolves, which is asked once the
 * connection stands: what fails before that cannot have arrived. It follows no redirect.
 * @throws UnansweredError when the call went out and no whole answer came
 */
export async function callHeld(
  url: URL,
  { method, headers, body, handOver, timeoutMs }: HeldCall,
): Promise<HeldAnswer> {
  const isPlain = url.protocol === 'http:';
  const { promise, resolve, reject } = Promise.withResolvers<HeldAnswer>();
  let isOut = false;
  const request = (isPlain ? requestPlain : requestTls)(url, {
    method,
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // A connection that was kept may be closed at its other end, and then nobody can say what came of the call.
    agent: false,
  });
  const late = setTimeout(
    () => request.destroy(Object.assign(new Error(`No answer within ${timeoutMs} ms`), { code: 'ETIMEDOUT' })),
    timeoutMs,
  );
  const fail = (error: Error) =>
    reject(isOut ? new UnansweredError(`${url.host} did not answer`, { cause: error }) : error);
  request
    .on('error', fail)
    .on('socket', (socket) => {
      socket.once(isPlain ? 'connect' : 'secureConnect', async () => {
        try {
          await handOver();
          isOut = true;
          request.end(body);
        } catch (error) {
          request.destroy(error as Error);
        }
      });
    })
    .on('response', (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('error', fail)
        .on('end', () => {
          const named = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(named),
            body: Buffer.concat(chunks),
          });
        });
    });
  return await promise.finally(() => clearTimeout(late));
}
