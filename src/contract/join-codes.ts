import * as z from 'zod/mini';
import { anyone, Done, endpoint, only } from './endpoint.ts';
import { Id, Instant, requiredText } from './fields.ts';

/** `open` until it is used, revoked or past its time, whichever comes first. */
export const joinCodeStates = ['open', 'used', 'expired', 'revoked'] as const;

/** What staff see of a join code; never the code itself. */
export const JoinCode = z.object({
  id: Id,
  /** The full name of the employee who issued it; null from the command line. */
  issuedBy: z.nullable(z.string()),
  issuedAt: Instant,
  expiresAt: Instant,
  state: z.enum(joinCodeStates),
  /** The full name of who became an employee with it; null until then. */
  usedBy: z.nullable(z.string()),
  usedAt: z.nullable(Instant),
  revokedAt: z.nullable(Instant),
});
export type JoinCode = z.infer<typeof JoinCode>;

const staff = only(['PROFILE_TYPE_EMPLOYEE']);

export const joinCodes = {
  validateJoinCode: endpoint({
    method: 'POST',
    path: '/v1/join-codes/validate',
    summary: 'Whether a join code can still be used.',
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: z.object({ joinCode: requiredText('Join code is required.') }),
    response: z.object({ valid: z.boolean() }),
  }),
  createJoinCode: endpoint({
    method: 'POST',
    path: '/v1/join-codes',
    summary: 'Issues a code with which one person becomes an employee. The code is in this answer only.',
    access: staff,
    response: z.object({ joinCode: JoinCode, code: z.string() }),
    invalidates: ['joinCodes'],
  }),
  listJoinCodes: endpoint({
    method: 'GET',
    path: '/v1/join-codes',
    summary: 'The join codes that were issued, newest first.',
    access: staff,
    response: z.object({ joinCodes: z.array(JoinCode) }),
    provides: ['joinCodes'],
  }),
  revokeJoinCode: endpoint({
    method: 'DELETE',
    path: '/v1/join-codes/{joinCodeId}',
    summary: 'Makes an open join code useless.',
    access: staff,
    response: Done,
    invalidates: ['joinCodes'],
  }),
};
