import * as z from 'zod/mini';
import { staffRoles } from '#domain/rights.ts';
import { anyone, Done, endpoint, only } from './endpoint.ts';
import { codeField, Id, Instant } from './fields.ts';

/** `open` until it is used, is revoked or expires. */
export const joinCodeStates = ['open', 'used', 'expired', 'revoked'] as const;

/** A join code for staff, without the code itself. */
export const JoinCode = z.object({
  id: Id,
  /** The issuer's full name; null for the command line. */
  issuedBy: z.nullable(z.string()),
  issuedAt: Instant,
  expiresAt: Instant,
  /** What the new employee will be. */
  role: z.enum(staffRoles),
  state: z.enum(joinCodeStates),
  /** The full name of the new employee; null until the code is used. */
  usedBy: z.nullable(z.string()),
  usedAt: z.nullable(Instant),
  revokedAt: z.nullable(Instant),
});
export type JoinCode = z.infer<typeof JoinCode>;

const owners = only(['PROFILE_TYPE_EMPLOYEE'], { right: 'team' });

export const joinCodes = {
  validateJoinCode: endpoint({
    method: 'POST',
    path: '/v1/join-codes/validate',
    summary: 'Whether a join code can still be used.',
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: z.object({ joinCode: codeField('Join code is required.') }),
    response: z.object({ valid: z.boolean() }),
  }),
  createJoinCode: endpoint({
    method: 'POST',
    path: '/v1/join-codes',
    summary: 'Issues a code with which one person can become an employee. Only this answer contains the code.',
    access: owners,
    body: z.object({ role: z.enum(staffRoles) }),
    response: z.object({ joinCode: JoinCode, code: z.string() }),
    invalidates: ['joinCodes'],
  }),
  listJoinCodes: endpoint({
    method: 'GET',
    path: '/v1/join-codes',
    summary: 'The join codes that were issued, newest first.',
    access: owners,
    response: z.object({ joinCodes: z.array(JoinCode) }),
    provides: ['joinCodes'],
  }),
  revokeJoinCode: endpoint({
    method: 'DELETE',
    path: '/v1/join-codes/{joinCodeId}',
    summary: 'Revokes an open join code.',
    access: owners,
    response: Done,
    invalidates: ['joinCodes'],
  }),
};
