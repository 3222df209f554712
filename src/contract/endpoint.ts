import * as z from 'zod/mini';
import type { ProfileType } from '#domain/enums.ts';
import type { Right } from '#domain/rights.ts';
import { Id } from './fields.ts';

/** The tags of the client's cache; a mutation names the tags that it makes stale. */
export const cacheTags = [
  'profilesByType',
  'profile',
  'profiles',
  'addresses',
  'availability',
  'paymentMethods',
  'products',
  'files',
  'itineraries',
  'coupons',
  'itinerary',
  'engagements',
  'connectedAccount',
  'inquiries',
  'orders',
  'joinCodes',
  'employees',
  'sessions',
  'staffDesk',
  'notes',
  'settings',
  'system',
  'calendar',
  'holidays',
] as const;
export type CacheTag = (typeof cacheTags)[number];

/**
 * What an id in a path parameter must be: the caller's user, any profile of the caller, or the caller's profile of that
 * type.
 */
export type Ownership = 'user' | 'profile' | Exclude<ProfileType, 'PROFILE_TYPE_UNKNOWN'>;

/**
 * Who may call an endpoint. There is no default: an endpoint that declares nothing does not compile. `sessionCookie`
 * calls carry the refresh cookie instead of the access token. For signed-in calls, `own` names the path parameters that
 * must be the caller's own. With `staffToo` employees may pass anybody's. With `right`, which is for endpoints of staff
 * alone, only employees may call whose role has it. With `beforeSecondFactor`, which is for endpoints of staff alone too, an
 * employee may call who has yet to prove a second factor. The service checks ids in bodies, and ids of
 * things below a profile.
 */
export type Access =
  | { readonly who: 'anyone' }
  | { readonly who: 'sessionCookie' }
  | {
      readonly who: 'signedIn';
      readonly profileTypes: readonly ProfileType[];
      readonly own: Readonly<Record<string, Ownership>>;
      readonly staffToo: boolean;
      readonly right?: Right | undefined;
      readonly beforeSecondFactor?: boolean | undefined;
    };

const allTypes = ['PROFILE_TYPE_CUSTOMER', 'PROFILE_TYPE_WORKER', 'PROFILE_TYPE_EMPLOYEE'] as const;
type Rules = {
  own?: Readonly<Record<string, Ownership>>;
  staffToo?: boolean;
  right?: Right;
  beforeSecondFactor?: boolean;
};
const signedInAs = (profileTypes: readonly ProfileType[], rules: Rules): Access => ({
  who: 'signedIn',
  profileTypes,
  own: rules.own ?? {},
  staffToo: rules.staffToo ?? false,
  right: rules.right,
  beforeSecondFactor: rules.beforeSecondFactor,
});

export const anyone: Access = { who: 'anyone' };
export const sessionCookie: Access = { who: 'sessionCookie' };
export const signedIn = (rules: Rules = {}): Access => signedInAs(allTypes, rules);
/** Only callers who hold one of these profile types. */
export const only = (profileTypes: readonly ProfileType[], rules: Rules = {}): Access =>
  signedInAs(profileTypes, rules);

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * How many calls one caller may make within so many minutes from the first call. `by` says what a caller is: a user where people are
 * signed in, since colleagues share an address and a thief changes it; else a network address.
 */
export type CallLimit = { readonly calls: number; readonly minutes: number; readonly by?: 'address' | 'user' };

/**
 * The limit of signed-in calls that write, unless an endpoint has its own. A phone that has kept a whole day's steps
 * sends less; a program that tries everything sends more.
 */
const usualWrites: CallLimit = { calls: 240, minutes: 1, by: 'user' };

/** For what anybody may call: the phones of a whole network, which share one address, call less. */
export const manyCallers: CallLimit = { calls: 600, minutes: 1 };

/** In bytes; an endpoint may allow more. */
const usualBody = 65_536;
/** In bytes; for bodies with long lists or long texts. */
export const longBody = 1_048_576;

export type Endpoint = {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly limit: CallLimit | undefined;
  readonly maxBody: number;
  readonly params: z.ZodMiniType;
  readonly query: z.ZodMiniType;
  readonly body: z.ZodMiniType;
  readonly response: z.ZodMiniType;
  readonly provides: readonly CacheTag[];
  readonly invalidates: readonly CacheTag[];
};

const nothing = z.undefined();
type Nothing = typeof nothing;

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type SchemaOf<Path extends string> = [NamesIn<Path>] extends [never]
  ? Nothing
  : z.ZodMiniObject<{ [Name in NamesIn<Path>]: typeof Id }>;
// Only inferred is it known to be a schema.
type IdsIn<Path extends string> = SchemaOf<Path> extends infer Schema extends z.ZodMiniType ? Schema : never;

/** @returns the schema of a path's parameters, each an id */
function idsIn(path: string): z.ZodMiniType {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return names.length === 0 ? nothing : z.object(Object.fromEntries(names.map((name) => [name, Id])));
}

/**
 * Declares one call: the server registers it, the client is built from it and the OpenAPI document describes it.
 * @param declaration `path` holds its parameters in braces, `/v1/addresses/{addressId}`; they are ids unless `params` says
 * otherwise
 */
export function endpoint<
  const M extends Method,
  const Path extends `/v1/${string}`,
  R extends z.ZodMiniType,
  P extends z.ZodMiniType = IdsIn<Path>,
  Q extends z.ZodMiniType = Nothing,
  B extends z.ZodMiniType = Nothing,
  A extends Access = Access,
>(declaration: {
  method: M;
  path: Path;
  summary: string;
  access: A;
  limit?: CallLimit;
  maxBody?: number;
  params?: P;
  query?: Q;
  body?: B;
  response: R;
  provides?: readonly CacheTag[];
  invalidates?: readonly CacheTag[];
}) {
  const isSignedIn = declaration.access.who === 'signedIn';
  const usual = isSignedIn && declaration.method !== 'GET' ? usualWrites : undefined;
  const limit: CallLimit | undefined = declaration.limit
    ? { by: isSignedIn ? 'user' : 'address', ...declaration.limit }
    : usual;
  return {
    provides: [],
    invalidates: [],
    maxBody: usualBody,
    ...declaration,
    limit,
    params: (declaration.params ?? idsIn(declaration.path)) as P,
    query: (declaration.query ?? nothing) as Q,
    body: (declaration.body ?? nothing) as B,
  } as const;
}

/** The answer of a call that only says that it was done. */
export const Done = z.object({});
