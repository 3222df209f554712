import * as z from 'zod/mini';
import { findingKinds } from '#domain/findings.ts';
import { Done, endpoint, only } from './endpoint.ts';
import { CalendarDay, Id, Instant } from './fields.ts';

/** Where the money does not agree, or Stripe warns: what `kind` says. What it concerns is null where there is none. */
export const Finding = z.object({
  id: Id,
  kind: z.enum(findingKinds),
  /** Its id, ours or Stripe's. */
  subject: z.string(),
  /** Integer cents: what it is about, or by how much it is off. */
  amount: z.nullable(z.int()),
  person: z.nullable(z.object({ profileId: Id, name: z.string() })),
  engagement: z.nullable(z.object({ id: Id, streetAddress1: z.string() })),
  bill: z.nullable(z.object({ id: Id, number: z.string(), customerProfileId: Id })),
  visitDay: z.nullable(CalendarDay),
  /** What else helps to find it. */
  detail: z.nullable(z.string()),
  foundAt: Instant,
});
export type Finding = z.infer<typeof Finding>;

export const findings = {
  seeFinding: endpoint({
    method: 'PUT',
    path: '/v1/findings/{findingId}',
    summary: 'Puts a finding aside as seen, or back on the desk; the first employee to see it counts.',
    access: only(['PROFILE_TYPE_EMPLOYEE']),
    body: z.object({ isSeen: z.boolean() }),
    response: Done,
    invalidates: ['staffDesk'],
  }),
};
