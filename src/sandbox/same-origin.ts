import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendFailure } from './failures.ts';

/**
 * Whether a form was sent from a page of this server, or by the person directly. Browsers say so in Sec-Fetch-Site,
 * and, where the address is not trustworthy enough for that header, in Origin.
 */
function comesFromHere(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = request.headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.headers.host;
}

/** Refuses forms that another site sent (or a program: those have the JSON). */
export async function refuseForeignForms(request: FastifyRequest, reply: FastifyReply) {
  if (!comesFromHere(request))
    return sendFailure(request, reply, 'FORBIDDEN', 'This form was not sent from the sandbox.');
}

/** Lets only JSON through: another site cannot send that without being asked first, and it is never allowed to. */
export async function requireJson(request: FastifyRequest, reply: FastifyReply) {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return sendFailure(request, reply, 'UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.');
}
