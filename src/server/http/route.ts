import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { type Contract, contract, type EndpointName } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { isRowGone } from '../database/connection.ts';
import { type Authenticate, bearerToken, type Caller, requireAccess } from './access.ts';
import { ApiError, unauthenticated } from './errors.ts';
import { type CountCall, requireWithinLimit } from './rate-limit.ts';

type Input<Name extends EndpointName> = {
  params: z.output<Contract[Name]['params']>;
  query: z.output<Contract[Name]['query']>;
  body: z.output<Contract[Name]['body']>;
  /** The signed-in person. Reading it on an endpoint that is open to anyone throws. */
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Answers an endpoint: takes the checked input, returns the contract's response. */
type Handler<Name extends EndpointName> = (
  input: Input<Name>,
) => Promise<z.input<Contract[Name]['response']>> | z.input<Contract[Name]['response']>;

/** Handlers by endpoint name; each noun's `routes.ts` makes some of them. */
export type Handlers = { [Name in EndpointName]?: Handler<Name> };

const endpoints: [EndpointName, Endpoint][] = Object.entries(contract) as [EndpointName, Endpoint][];

/**
 * Registers every endpoint of the contract. An endpoint without a handler answers 501.
 * @param publicUrl the site's address; calls without an access token must come from there
 */
export function registerEndpoints(
  app: FastifyInstance,
  handlers: Handlers,
  authenticate: Authenticate,
  countCall: CountCall,
  publicUrl: string,
): void {
  for (const [name, endpoint] of endpoints) {
    const handler = handlers[name] as Handler<EndpointName> | undefined;
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      schema: {
        summary: endpoint.summary,
        operationId: name,
        tags: [endpoint.path.split('/')[2] ?? 'other'],
        ...(isNothing(endpoint.params) ? {} : { params: endpoint.params }),
        ...(isNothing(endpoint.query) ? {} : { querystring: endpoint.query }),
        ...(isNothing(endpoint.body) ? {} : { body: endpoint.body }),
        response: { 200: endpoint.response },
      },
      bodyLimit: endpoint.maxBody,
      // This runs before the body is read. So a refused call costs next to nothing, and a stranger learns nothing from
      // how input is checked.
      onRequest: async (request) => {
        // This comes before the count: another site must not use up the calls of its visitors.
        if (!isBearerProved(endpoint)) requireSameOrigin(request, publicUrl);
        const { limit } = endpoint;
        if (limit && limit.by !== 'user') await requireWithinLimit(request, countCall, name, limit, request.ip);
        if (endpoint.access.who !== 'signedIn') return;
        const token = bearerToken(request.headers.authorization);
        const caller = token && (await authenticate(token));
        if (!caller) throw unauthenticated();
        request.caller = caller;
        requireAccess(endpoint.access, caller, request.params as Record<string, unknown>);
        if (limit?.by === 'user') await requireWithinLimit(request, countCall, name, limit, `user ${caller.userId}`);
      },
      handler: async (request, reply) => {
        if (!handler) throw new ApiError('NOT_IMPLEMENTED', `${name} is not there yet.`);
        reply.header('cache-control', 'no-store');
        try {
          return await handler({
            params: request.params,
            query: request.query,
            body: request.body,
            caller: request.caller,
            request,
            reply,
          } as Input<EndpointName>);
        } catch (error) {
          // The caller's account may have been deleted while the call was under way.
          const isSignedIn = endpoint.access.who === 'signedIn';
          const token = isSignedIn && isGone(error) && bearerToken(request.headers.authorization);
          throw token && !(await authenticate(token)) ? unauthenticated() : error;
        }
      },
    });
  }
}

/** Whether a call may have failed because something that it is about was deleted at that moment. */
const isGone = (error: unknown): boolean =>
  isRowGone(error) || (error instanceof ApiError && ['NOT_FOUND', 'CONFLICT'].includes(error.errorCode));

/** @returns the endpoints that no handler answers */
export function unhandledEndpoints(handlers: Handlers): EndpointName[] {
  return endpoints.map(([name]) => name).filter((name) => !handlers[name]);
}

/** Another site cannot send an access token, and the browser does not let it read the answer to a GET. */
const isBearerProved = (endpoint: Endpoint) => endpoint.access.who === 'signedIn' || endpoint.method === 'GET';

/**
 * Refuses calls from other sites: cookies go along with them, and another site's form could sign its visitor in to a
 * stranger's account. Browsers send the origin of a call in Sec-Fetch-Site (Fetch Metadata Request Headers, W3C). Older
 * browsers, and those on plain http, send Origin (RFC 6454, section 7). Other programs send neither, and have nobody's
 * cookies.
 */
function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOurs =
    site === undefined ? isOurOrigin(origin, request.host, publicUrl) : ['same-origin', 'none'].includes(site);
  if (!isOurs) throw new ApiError('FORBIDDEN', 'This can only be called from the site itself.');
}

/** @param host the host that was called, which may be another name of this server than the public one */
function isOurOrigin(origin: string | undefined, host: string, publicUrl: string): boolean {
  const ours = new URL(publicUrl);
  if (origin === undefined || origin === ours.origin) return true;
  // An origin such as 'null' has no host. The public host with another scheme is another origin.
  const from = URL.parse(origin)?.host;
  return from === host && from !== ours.host;
}

function isNothing(schema: z.ZodMiniType): boolean {
  return schema._zod.def.type === 'undefined';
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}
