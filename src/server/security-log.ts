import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { World } from './world.ts';

/** What happens to accounts and rights, as the log names it. */
type SecurityEvent =
  | 'sign-in'
  | 'sign-in-refused'
  | 'locked-out'
  | 'sign-out'
  | 'reset-asked'
  | 'password-set'
  | 'email-change-asked'
  | 'email-changed'
  | 'employee-added'
  | 'join-code-issued'
  | 'join-code-used'
  | 'join-code-revoked'
  | 'session-ended'
  | 'session-replayed'
  | 'account-closed'
  | 'account-reopened';

/** Which request a line belongs to, and where that came from: the same address has the same hash, and no way back. */
type Origin = { reqId: string; address: string };

const origins = new AsyncLocalStorage<Origin>();

/** Gives the lines of a request its id and a hash of its address, keyed with a secret that every process has. */
export function registerSecurityLog(app: FastifyInstance, { payments }: Pick<World, 'payments'>): void {
  const hashOf = (address = '') =>
    createHmac('sha256', `security log ${payments.webhookSecret}`).update(address).digest('base64url').slice(0, 16);
  app.decorateRequest('addressHash', {
    getter(this: FastifyRequest) {
      return hashOf(this.ip);
    },
  });
  // After the body was read: its last event is another's context.
  app.addHook('preHandler', (request, _reply, done) => {
    origins.run({ reqId: request.id, address: request.addressHash }, done);
  });
}

/**
 * One line of the log for whoever looks into what happened: the event and ids, never what was typed or what proves
 * somebody. A refused permission is logged in `http/errors.ts`.
 */
export function logSecurity(world: Pick<World, 'log'>, event: SecurityEvent, ids: Record<string, string>): void {
  world.log.info({ security: event, ...origins.getStore(), ...ids }, `security: ${event}`);
}

declare module 'fastify' {
  interface FastifyRequest {
    readonly addressHash: string;
  }
}
