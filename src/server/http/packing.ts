import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const pack = promisify(gzip);

/** A smaller one fits into a packet or two as it is; all answers that hold tokens are smaller. */
const smallestBytes = 4_000;

/**
 * Packs long answers of calls for those who take gzip: an itinerary becomes a tenth of itself, which on a slow line is what
 * its reader waits for. It is done outside of the thread that serves.
 */
export function registerPacking(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < smallestBytes || reply.hasHeader('content-encoding')) {
      done(null, payload);
      return;
    }
    reply.header('vary', 'accept-encoding');
    if (!/\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/.test(request.headers['accept-encoding'] ?? '')) {
      done(null, payload);
      return;
    }
    pack(payload, { level: constants.Z_BEST_SPEED }).then(
      (packed) => {
        reply.header('content-encoding', 'gzip').removeHeader('content-length');
        done(null, packed);
      },
      (error: Error) => done(error),
    );
  });
}
