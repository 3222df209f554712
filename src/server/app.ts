import { randomUUIDv7 } from 'node:crypto';
import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type FastifyPluginAsync, LogController } from 'fastify';
import { createJsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod';
import { system } from '#contract/system.ts';
import { registerCalendarFeeds } from './calendar-feeds/feed-routes.ts';
import { registerLocalFiles } from './files/local-routes.ts';
import { createHandlers } from './handlers.ts';
import { answerWriter } from './http/answer-writer.ts';
import { limitBodyTime } from './http/body-time.ts';
import { registerDocs } from './http/docs.ts';
import { notFound, registerErrors, sendError, toApiError, unavailable } from './http/errors.ts';
import { withoutPorts } from './http/forwarded.ts';
import { registerPacking } from './http/packing.ts';
import { registerPolicyReports } from './http/policy-reports.ts';
import { createCallCounter, registerGivingBack } from './http/rate-limit.ts';
import { registerEndpoints } from './http/route.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { registerSite } from './http/site.ts';
import { answerUnread } from './http/unread-requests.ts';
import { registerMailWebhooks } from './messages/mail-webhooks.ts';
import { registerPhotos } from './messages/photo-routes.ts';
import { registerTextWebhooks } from './messages/text-webhooks.ts';
import { registerUnsubscribing } from './messages/unsubscribe-routes.ts';
import { noMeters } from './meters.ts';
import { registerExports } from './profiles/export-routes.ts';
import { registerSecurityLog } from './security-log.ts';
import { authenticate } from './sessions/service.ts';
import { registerLogos } from './settings/logo-routes.ts';
import { noteGoodWebhook, noteRefusedWebhook, noteTextReport } from './setup/heard.ts';
import { registerWebhook } from './stripe/webhook.ts';
import { systemRoutes } from './system/routes.ts';
import type { Tracing } from './tracing.ts';
import type { World } from './world.ts';

/** Bytes; for bodies outside of the contract, of which Stripe's events are the largest. */
const bodyLimit = 262_144;
/** Milliseconds for a whole request to arrive; a photo over a poor connection takes the longest. */
const requestTimeout = 300_000;
const headersTimeout = 15_000;

/**
 * Makes the server: every endpoint of the contract, Stripe's webhook and the built site.
 * @param site the folder of the built site; without one only the API is served
 * @param sandboxRoutes the sandbox's pages, when it stands in
 * @param tracing makes a trace of each call, where somebody collects them
 */
export async function createApp(
  world: World,
  { site, sandboxRoutes, tracing }: { site?: string; sandboxRoutes?: FastifyPluginAsync; tracing?: Tracing } = {},
): Promise<FastifyInstance> {
  const app = createServer(world);
  tracing?.traceCalls(app);
  registerSecurityHeaders(app, world.publicUrl, world.config.HSTS_SUBDOMAINS);
  registerPacking(app);
  registerGivingBack(app, world);
  await app.register(cookie);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'API', version: '1', description: 'Recurring yard cleanup, from request to paid visit.' },
      components: { securitySchemes: { accessToken: { type: 'http', scheme: 'bearer' } } },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  });
  await app.register(async (api) =>
    registerEndpoints(
      api,
      createHandlers(world),
      (token) => authenticate(world, token),
      createCallCounter(world),
      world.publicUrl,
    ),
  );
  app.get('/v1/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(app.swagger()),
  );
  registerDocs(app, world.config);
  registerCalendarFeeds(app, world);
  registerLogos(app, world);
  registerPhotos(app, world);
  registerUnsubscribing(app, world);
  registerPolicyReports(app, world);
  registerExports(app, world);
  await registerWebhook(app, world, {
    refused: () => noteRefusedWebhook(world),
    good: () => noteGoodWebhook(world),
  });
  await registerTextWebhooks(app, world, noteTextReport);
  await registerMailWebhooks(app, world);
  if (world.files.local) await registerLocalFiles(app, world.files.local);
  if (sandboxRoutes) await app.register(sandboxRoutes);
  if (site) await registerSite(app, site, world);
  return app;
}

/** Makes the server of a process that serves no site: it says how it does, to those who watch it. */
export function createWorkerApp(world: World): FastifyInstance {
  const app = createServer(world);
  registerSecurityHeaders(app, world.publicUrl, world.config.HSTS_SUBDOMAINS);
  const { getHealth, getReady } = systemRoutes(world);
  app.get(system.getHealth.path, () => getHealth());
  app.get(system.getReady.path, () => getReady());
  return app;
}

/** Makes a server without routes. */
function createServer(world: World): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: world.log,
    genReqId: () => randomUUIDv7(),
    bodyLimit,
    requestTimeout,
    http: { headersTimeout, connectionsCheckingInterval: 5000 },
    // Without a trusted proxy, callers can write what they like into X-Forwarded-For.
    trustProxy: world.config.TRUST_PROXY ?? false,
    // Failures are logged with the trace id that the caller got; a line for every call would drown them.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    forceCloseConnections: 'idle',
    // Fastify's own answer has another shape than ours; the hook below answers instead.
    return503OnClosing: false,
    // An address that cannot be read gets no further than the router.
    frameworkErrors: (error, request, reply) =>
      void sendError(toApiError(error, request), request, reply.headers(app.headersOfAnswers)),
    clientErrorHandler: (error, socket) => answerUnread(app, error, socket),
  });
  let isClosing = false;
  app.addHook('onRequest', async (_request, reply) => {
    if (!isClosing) return;
    reply.header('connection', 'close');
    throw unavailable();
  });
  // Postgres takes no text with a null character; the contract's own calls say which field has one.
  app.addHook('onRequest', async ({ url, routeOptions }) => {
    if (/%00/.test(url) && routeOptions.schema?.hide) throw notFound('Page');
  });
  limitBodyTime(app);
  if (world.config.TRUST_PROXY) {
    app.addHook('onRequest', async ({ raw }) => {
      const forwarded = raw.headers['x-forwarded-for'];
      if (typeof forwarded === 'string') raw.headers['x-forwarded-for'] = withoutPorts(forwarded);
    });
  }
  // A form on another site can send text without a preflight request, but not JSON.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(answerWriter);
  registerErrors(app);
  registerSecurityLog(app, world);
  if (world.meters !== noMeters) {
    app.addHook('onResponse', async ({ routeOptions, method }, reply) => {
      world.meters.request(routeOptions.url ?? 'none', method, reply.statusCode, reply.elapsedTime);
    });
  }
  // Without this a connection whose request is under way when closing starts stays open until it times out.
  app.addHook('preClose', async () => {
    isClosing = true;
    const closing = setInterval(() => app.server.closeIdleConnections(), 50);
    app.server.once('close', () => clearInterval(closing));
  });
  return app;
}
