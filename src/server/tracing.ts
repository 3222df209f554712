import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type Stripe from 'stripe';
import { traceStatements } from './database/trace-statements.ts';
import type { JobHandlers } from './jobs/jobs.ts';
import type { World } from './world.ts';

/** Loaded only where a collector is configured (`OTEL_EXPORTER_OTLP_ENDPOINT`): why so, docs/operations.md. */

export type Tracing = {
  /** Makes a span of each call. */
  traceCalls(app: FastifyInstance): void;
  /** @returns the same world, whose calls to the outside are spans */
  traceOutside<Of extends Pick<World, 'stripe' | 'sendMail' | 'sendText'>>(world: Of): Of;
  /** @returns the same jobs, each of which begins a trace */
  traceJobs(handlers: JobHandlers): JobHandlers;
  /** Sends what is left, and traces no more. */
  stop(): Promise<void>;
};

/** https://www.w3.org/TR/trace-context/#traceparent-header */
const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const stopLimitMs = 3000;
const mostUnanswered = 200;
/** In place of an HTTP status. */
const unanswered = 599;

/** @param endpoint the collector's address, without the path of traces */
export function openTracing(endpoint: string, roles: readonly string[]): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'yardpack', 'yardpack.roles': roles.join() }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  const tracer = provider.getTracer('yardpack');
  const end = (span: Span, error?: unknown) => {
    // Not its message, which may hold what somebody typed.
    if (error !== undefined) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
    }
    span.end();
  };
  const around = async <Result>(name: string, act: () => Promise<Result>, kind = SpanKind.CLIENT): Promise<Result> => {
    const span = tracer.startSpan(name, { kind });
    try {
      const result = await context.with(trace.setSpan(context.active(), span), act);
      end(span);
      return result;
    } catch (error) {
      end(span, error);
      throw error;
    }
  };
  const untrace = traceStatements((name) => {
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } });
    return (error) => end(span, error);
  });
  return {
    traceCalls: (app) => traceCalls(app, tracer.startSpan.bind(tracer)),
    traceOutside: (world) => {
      const { stripe, sendMail, sendText } = world;
      traceStripe(stripe, (name) => {
        const span = tracer.startSpan(name, { kind: SpanKind.CLIENT });
        return (status) => {
          span.setAttribute('http.response.status_code', status);
          end(span, status >= 400 ? String(status) : undefined);
        };
      });
      return {
        ...world,
        sendMail: (mail) => around('send mail', () => sendMail(mail)),
        sendText: sendText && ((text) => around('send text', () => sendText(text))),
      };
    },
    traceJobs: (handlers) =>
      Object.fromEntries(
        Object.entries(handlers).map(([name, handle]) => [
          name,
          (data: never) => around(`job ${name}`, () => handle(data), SpanKind.CONSUMER),
        ]),
      ) as JobHandlers,
    async stop() {
      untrace();
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, stopLimitMs).unref()),
      ]);
      context.disable();
    },
  };
}

type StartSpan = Tracer['startSpan'];

function traceCalls(app: FastifyInstance, startSpan: StartSpan): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'yardpack.trace_id': request.id };
    const [, traceId, spanId, flags] = traceparent.exec(String(request.headers.traceparent)) ?? [];
    const parent =
      traceId && spanId
        ? trace.setSpanContext(context.active(), { traceId, spanId, traceFlags: Number(flags) & 1, isRemote: true })
        : context.active();
    const span: Span = startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    spans.set(request, span);
    context.with(trace.setSpan(parent, span), done);
  });
  // The event that ends the reading of the body loses the context.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (!span) return done();
    context.with(trace.setSpan(context.active(), span), done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}

type StripeRequest = { method: string; path: string; request_start_time: number };

/** Stripe's client tells of each request, and later of its answer, by its path and when it began. */
function traceStripe(stripe: Pick<World['stripe'], 'on'>, start: (name: string) => (status: number) => void): void {
  // Two may have the same: which of them an answer ends does not matter.
  const open = new Map<string, ((status: number) => void)[]>();
  const keyOf = ({ method, path, request_start_time: at }: StripeRequest) => `${method} ${path} ${at}`;
  stripe.on('request', (event: Stripe.RequestEvent) => {
    // Ids of what it is about are not told.
    const path = event.path.split('?')[0]?.replace(/\/[a-z]+_\w+/gi, '/:id');
    const key = keyOf(event);
    open.set(key, [...(open.get(key) ?? []), start(`stripe ${event.method} ${path}`)]);
    // A call that is never answered has no such event.
    const [oldest] = open.keys();
    if (open.size > mostUnanswered && oldest) {
      for (const end of open.get(oldest) ?? []) end(unanswered);
      open.delete(oldest);
    }
  });
  stripe.on('response', (event: Stripe.ResponseEvent) => {
    const key = keyOf(event);
    const [end, ...others] = open.get(key) ?? [];
    end?.(event.status);
    if (others.length > 0) open.set(key, others);
    else open.delete(key);
  });
}
