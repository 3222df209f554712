import * as z from 'zod/mini';
import { changeKindNames } from '#domain/changes.ts';
import { firstDay, inOrder, lastDay } from './day-range.ts';
import { endpoint, only } from './endpoint.ts';
import { Id, Instant } from './fields.ts';
import { page } from './page.ts';

/** A user, by the name of one of their profiles; `profileId` is null when they have none. */
const Person = z.object({ id: Id, name: z.string(), profileId: z.nullable(Id) });

const Change = z.object({
  id: Id,
  at: Instant,
  kind: z.enum(changeKindNames),
  /** Null when nobody did it: what fell due, what Stripe said, the command line. */
  by: z.nullable(Person),
  /** Whose it is. */
  about: z.nullable(Person),
  /**
   * What `changeKinds` says it is. `pageId` is what its page is opened with, null when it has none any more; `customerId`
   * is the profile that the page of a service or bill belongs to.
   */
  subject: z.object({ id: Id, name: z.nullable(z.string()), pageId: z.nullable(Id), customerId: z.nullable(Id) }),
  /** What differs. Where both are null, the values are not kept: a person's own go when the data of that person is erased. */
  fields: z.array(z.object({ name: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
});
export type Change = z.infer<typeof Change>;

const list = page(
  ['moment', 'id'],
  { changes: z.array(Change) },
  {
    /** The user who did it. */
    byId: z.optional(Id),
    /** The user whose it is. */
    aboutId: z.optional(Id),
    subjectId: z.optional(Id),
    kind: z.optional(z.enum(changeKindNames, { error: 'Please choose one of the kinds.' })),
    from: z.optional(firstDay),
    to: z.optional(lastDay),
  },
);

export const changes = {
  listChanges: endpoint({
    method: 'GET',
    path: '/v1/changes',
    summary: 'The record of changes: who did what, when, to what; newest first, 50 at a time.',
    access: only(['PROFILE_TYPE_EMPLOYEE'], { right: 'changes' }),
    response: list.response,
    query: list.query.check(inOrder),
  }),
};
export type ChangesQuery = z.output<typeof changes.listChanges.query>;
