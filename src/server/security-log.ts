import type { World } from './world.ts';

/** What happens to accounts and rights, as the log names it. */
type SecurityEvent =
  | 'sign-in'
  | 'sign-in-refused'
  | 'locked-out'
  | 'reset-asked'
  | 'password-set'
  | 'email-changed'
  | 'employee-added'
  | 'join-code-issued'
  | 'join-code-used'
  | 'join-code-revoked'
  | 'session-ended'
  | 'session-replayed'
  | 'account-closed'
  | 'account-reopened';

/**
 * One line of the log for whoever looks into what happened: the event and ids, never what was typed or what proves
 * somebody. A refused permission is logged in `http/errors.ts`.
 */
export function logSecurity(world: Pick<World, 'log'>, event: SecurityEvent, ids: Record<string, string>): void {
  world.log.info({ security: event, ...ids }, `security: ${event}`);
}
