import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from './http/access.ts';
import { origins } from './origin.ts';
import type { World } from './world.ts';

/** The log's names for what happens to accounts and rights. */
export const securityEvents = [
  'sign-in',
  'sign-in-refused',
  'locked-out',
  'sign-out',
  'reset-asked',
  'password-set',
  'email-change-asked',
  'email-changed',
  'email-change-stopped',
  'email-taken',
  'employee-added',
  'join-code-issued',
  'join-code-used',
  'join-code-revoked',
  'session-ended',
  'session-replayed',
  'account-closed',
  'account-reopened',
  'data-exported',
  'data-erased',
  'role-changed',
  'second-factor-refused',
  'recovery-code-used',
  'factor-added',
  'factor-removed',
  'recovery-codes-made',
  'factors-taken',
] as const;
type SecurityEvent = (typeof securityEvents)[number];

/**
 * Adds a request's id and a hash of its address to its lines. The hash is keyed with a secret that all processes share.
 */
export function registerSecurityLog(app: FastifyInstance, { payments }: Pick<World, 'payments'>): void {
  const hashOf = (address = '') =>
    createHmac('sha256', `security log ${payments.webhookSecret}`).update(address).digest('base64url').slice(0, 16);
  app.decorateRequest('addressHash', {
    getter(this: FastifyRequest) {
      return hashOf(this.ip);
    },
  });
  // Not earlier: the event that ends the reading of the body loses the context.
  app.addHook('preHandler', (request, _reply, done) => {
    const { id: traceId, ip } = request;
    // Fastify gives every request the caller, though nobody's is set.
    const caller = request.caller as Caller | undefined;
    origins.run({ traceId, userId: caller?.userId, hashAddress: () => hashOf(ip) }, done);
  });
}

/**
 * Logs an event with ids, for people who look into what happened. It never logs what was typed, nor a token.
 * `http/errors.ts` logs refused permissions.
 */
export function logSecurity(world: Pick<World, 'log'>, event: SecurityEvent, ids: Record<string, string>): void {
  const origin = origins.getStore();
  const from = origin && { traceId: origin.traceId, address: origin.hashAddress() };
  // Its user is whom it is about; who did it is `by`.
  world.log.info({ event, security: event, userId: undefined, ...from, ...ids }, `security: ${event}`);
}

declare module 'fastify' {
  interface FastifyRequest {
    readonly addressHash: string;
  }
}
