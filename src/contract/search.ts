import * as z from 'zod/mini';
import { engagementStatuses, profileTypes } from '#domain/enums.ts';
import { longestSearch } from '#domain/search-lengths.ts';
import { endpoint, only } from './endpoint.ts';
import { Id, Instant, optionalText } from './fields.ts';

export const FoundPerson = z.object({
  profileId: Id,
  type: z.enum(profileTypes),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The primary address. */
  address: z.nullable(z.object({ streetAddress1: z.string(), city: z.string() })),
});
export type FoundPerson = z.infer<typeof FoundPerson>;

export const FoundEngagement = z.object({
  engagementId: Id,
  customerProfileId: Id,
  customerName: z.string(),
  workerName: z.nullable(z.string()),
  productName: z.string(),
  status: z.enum(engagementStatuses),
  streetAddress1: z.string(),
  city: z.string(),
});
export type FoundEngagement = z.infer<typeof FoundEngagement>;

export const FoundBill = z.object({
  id: Id,
  number: z.string(),
  /** Integer cents. */
  amount: z.int(),
  customerProfileId: Id,
  customerName: z.string(),
});
export type FoundBill = z.infer<typeof FoundBill>;

export const FoundInquiry = z.object({
  id: Id,
  /** The address alone of one that was sent without a form. */
  name: z.string(),
  email: z.string(),
  receivedAt: Instant,
  isAnswered: z.boolean(),
});
export type FoundInquiry = z.infer<typeof FoundInquiry>;

/** `hasMore` says that there are more results than these. */
const foundOf = <Row extends z.ZodMiniType>(row: Row) => z.object({ rows: z.array(row), hasMore: z.boolean() });

export const search = {
  search: endpoint({
    method: 'GET',
    path: '/v1/search',
    summary:
      'People and engagements by the beginnings of words: of a name, an email, a street, a city or a zip code, or of a phone number in any spelling; inquiries by the same; a bill by its number or the end of it. All words must match, in a person, an address or both together, or an inquiry. Accents and apostrophes do not count.',
    access: only(['PROFILE_TYPE_EMPLOYEE']),
    query: z.object({ q: optionalText(longestSearch) }),
    response: z.object({
      /** Those with a number that was typed, or ends so; newest first. */
      bills: foundOf(FoundBill),
      people: foundOf(FoundPerson),
      engagements: foundOf(FoundEngagement),
      /** Of people without an account perhaps; newest first. */
      inquiries: foundOf(FoundInquiry),
    }),
    provides: ['staffDesk', 'profile', 'addresses', 'engagements'],
  }),
};
