import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, sendError } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long a caller may take to send the body. */
    bodySeconds?: number;
  }
}

const usualSeconds = 10;

/** Ends requests whose bodies arrive too slowly: each could hold a connection for as long as its caller likes. */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    const hasBody = 'transfer-encoding' in raw.headers || Number(raw.headers['content-length']) > 0;
    // An injected request has no connection, and its body is there at once.
    if (!hasBody || raw.complete !== false) return;
    const seconds = request.routeOptions.config.bodySeconds ?? usualSeconds;
    const timer = setTimeout(() => giveUp(request, reply), seconds * 1000);
    raw.once('close', () => clearTimeout(timer));
  });
}

function giveUp(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.complete) return;
  if (reply.sent) {
    // The request was refused before its body had come.
    request.raw.socket.destroy();
    return;
  }
  reply.header('connection', 'close');
  sendError(new ApiError('REQUEST_TIMEOUT', 'This took too long to arrive. Please try again.'), request, reply);
}
