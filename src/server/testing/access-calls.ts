import type { InjectOptions } from 'fastify';
import { contract, type EndpointName } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { createHandlers } from '../handlers.ts';
import { unhandledEndpoints } from '../http/route.ts';
import { type AccessInput, accessInputs } from './access-inputs.ts';
import { type Call, recordOf } from './access-positions.ts';
import { requireShape, type TestWorld } from './world.ts';

/** An answer without what is another one each time. */
export type Answer = { status: number; body: unknown };

const endpoints = Object.entries(contract as Record<string, Endpoint>) as [EndpointName, Endpoint][];

/** Every endpoint that has a handler. */
export function handledEndpoints({ world }: TestWorld): { name: EndpointName; endpoint: Endpoint }[] {
  const unhandled = unhandledEndpoints(createHandlers(world));
  return endpoints.filter(([name]) => !unhandled.includes(name)).map(([name, endpoint]) => ({ name, endpoint }));
}

/** @throws Error that says how to add the entry when the endpoint has none */
export function inputOf(name: EndpointName): AccessInput {
  const input = accessInputs[name];
  if (input) return input;
  throw new Error(
    `The endpoint ${name} has no entry in src/server/testing/access-inputs.ts, so nobody checks who may call it. ` +
      `Add \`${name}: { as: [who may], call: (own) => ({ params, query, body }) }\` there, with every id that its ` +
      'schemas know, taken from `own`.',
  );
}

/** The refresh cookie or the access token that a call proves itself by. */
export type Proof = { accessToken?: string; cookie?: string };

let calls = 0;

/** Calls an endpoint over HTTP as it is told to, whatever the contract says; each time from another address. */
export async function send(
  { app }: TestWorld,
  endpoint: Endpoint,
  { params, query, body }: Call,
  { accessToken, cookie }: Proof = {},
): Promise<Answer> {
  calls += 1;
  const values = recordOf(params);
  const payload = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body);
  const request: InjectOptions = {
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? ''))),
    query: Object.fromEntries(Object.entries(recordOf(query)).map(([name, value]) => [name, String(value)])),
    remoteAddress: `10.9.${calls >> 8}.${calls & 255}`,
    headers: {
      ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
      ...(cookie === undefined ? {} : { cookie }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  };
  const response = await app.inject(request);
  const answer: Answer = { status: response.statusCode, body: response.json() };
  requireShape(endpoint, answer.status, answer.body);
  const kept = response.headers['cache-control'];
  if (kept !== 'no-store') throw new Error(`${endpoint.method} ${endpoint.path} may be kept on the way: ${kept}`);
  return answer;
}

/** @returns the answer without its trace id */
export const plainAnswer = ({ status, body }: Answer) => {
  const { traceId: _, ...rest } = recordOf(body);
  return { status, ...rest };
};
