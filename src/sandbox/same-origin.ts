import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendFailure } from './failures.ts';

/**
 * Whether a page of this server, or the person directly, sent a form. Browsers say so in Sec-Fetch-Site. They leave
 * that header out for addresses that they do not trust, such as plain http, and send Origin.
 */
function comesFromHere(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = request.headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.headers.host;
}

/** A browser's page gets here by another name only when its site has said that the name is of this machine. */
const nameOfThisMachine = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Refuses names of other sites: a page of theirs could read the links that set passwords. */
export async function refuseForeignNames(request: FastifyRequest, reply: FastifyReply) {
  if (!nameOfThisMachine.test(request.hostname))
    return sendFailure(request, reply, 'FORBIDDEN', 'The sandbox answers by the names of this machine only.');
}

/** Refuses forms of other sites, and of programs, which have the JSON calls. */
export async function refuseForeignForms(request: FastifyRequest, reply: FastifyReply) {
  if (!comesFromHere(request))
    return sendFailure(request, reply, 'FORBIDDEN', 'This form was not sent from the sandbox.');
}

/** Refuses everything but JSON. To send JSON, another site would need our permission, which we never give. */
export async function requireJson(request: FastifyRequest, reply: FastifyReply) {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return sendFailure(request, reply, 'UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.');
}
