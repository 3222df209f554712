import { randomUUIDv7 } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';

/** Node's errors of a request that cannot be read: https://nodejs.org/api/http.html#event-clienterror */
const answers: Record<string, [status: number, ErrorCode, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'PAYLOAD_TOO_LARGE', 'The headers of this request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request took too long to arrive.'],
};
const malformed: (typeof answers)[string] = [400, 'INVALID_INPUT', 'The request could not be read.'];

/** Answers what is no request before the router sees it, in the shape of every failure. */
export function answerUnread(
  app: Pick<FastifyInstance, 'headersOfAnswers' | 'log'>,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const [status, errorCode, message] = answers[error.code ?? ''] ?? malformed;
    const traceId = randomUUIDv7();
    const body = JSON.stringify({ message, errorCode, traceId } satisfies ErrorBody);
    app.log.debug({ event: 'refused', traceId, status, errorCode, code: error.code }, 'call refused');
    const headers = {
      ...app.headersOfAnswers,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
    socket.write(`HTTP/1.1 ${[`${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}
