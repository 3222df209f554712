import type { Access } from '#contract/endpoint.ts';
import type { ProfileType } from '#domain/enums.ts';
import { mayDo, type Right, type StaffRole } from '#domain/rights.ts';
import { whoMay } from '#domain/who-may.ts';
import { ApiError, type FieldPath, invalid, notFound } from './errors.ts';

/** The caller. Only `authenticate` makes one, from an access token that is good now. */
export type Caller = {
  readonly userId: string;
  readonly sessionId: string;
  readonly profiles: readonly {
    readonly id: string;
    readonly type: ProfileType;
    readonly staffRole: StaffRole | null;
  }[];
  /** Whether an employee's profile is left out of `profiles`, because a second factor is missing. */
  readonly isStaffShut?: boolean;
};

/** Finds the caller with an access token; undefined when the token is unknown, expired or ended. */
export type Authenticate = (accessToken: string) => Promise<Caller | undefined>;

export const holds = (caller: Caller, type: ProfileType): boolean =>
  caller.profiles.some((profile) => profile.type === type);

/** @returns whether the caller is an employee whose role has this right */
export const may = (caller: Caller, right: Right): boolean =>
  caller.profiles.some(({ type, staffRole }) => type === 'PROFILE_TYPE_EMPLOYEE' && mayDo(staffRole, right));

/** @param id null for nobody's */
export const holdsProfile = (caller: Caller, type: ProfileType, id: string | null): boolean =>
  caller.profiles.some((profile) => profile.id === id && profile.type === type);

/** @returns the ids of the caller's profiles, of this type only when one is given */
export const profileIds = (caller: Caller, type?: ProfileType): string[] =>
  caller.profiles.filter((profile) => type === undefined || profile.type === type).map((profile) => profile.id);

/** @returns the caller's profile among those that have a part in something, or with which they act as staff; null when there is neither */
export const actingProfile = (caller: Caller, ...parts: (string | null)[]): string | null =>
  caller.profiles.find(({ id }) => parts.includes(id))?.id ?? profileIds(caller, 'PROFILE_TYPE_EMPLOYEE')[0] ?? null;

const everybody: readonly ProfileType[] = ['PROFILE_TYPE_CUSTOMER', 'PROFILE_TYPE_WORKER', 'PROFILE_TYPE_EMPLOYEE'];

/**
 * Holds a signed-in caller to what the endpoint declares.
 * @param params the request's path parameters, checked against `access.own`
 * @throws ApiError SECOND_FACTOR_NEEDED, FORBIDDEN for a wrong profile type or a role without the right, NOT_FOUND for an id that is not the caller's
 */
export function requireAccess(
  access: Extract<Access, { who: 'signedIn' }>,
  caller: Caller,
  params: Record<string, unknown>,
): void {
  const isShut = caller.isStaffShut && access.profileTypes.includes('PROFILE_TYPE_EMPLOYEE');
  // What anybody may who is signed in, such as to see their own sessions.
  const isForAll = everybody.every((type) => access.profileTypes.includes(type));
  // Who has proved an address that somebody else signed up with has no profile yet, and makes one.
  const hasNone = !isShut && caller.profiles.length === 0;
  const isOpen = (isShut && (isForAll || access.beforeSecondFactor)) || (hasNone && isForAll);
  if (!isOpen && !access.profileTypes.some((type) => holds(caller, type))) {
    if (isShut) throw new ApiError('SECOND_FACTOR_NEEDED', 'Please set up or prove a second factor first.');
    throw new ApiError('FORBIDDEN', 'You do not have permission for this.');
  }
  if (access.right && !may(caller, access.right)) throw new ApiError('FORBIDDEN', whoMay[access.right]);
  if (access.staffToo && holds(caller, 'PROFILE_TYPE_EMPLOYEE')) return;
  for (const [name, owner] of Object.entries(access.own)) {
    // The contract's schema lowers ids, but it runs later.
    const id = String(params[name]).toLowerCase();
    const owned =
      owner === 'user'
        ? id === caller.userId
        : caller.profiles.some((profile) => profile.id === id && (owner === 'profile' || profile.type === owner));
    if (!owned) throw notFound(owner === 'user' ? 'User' : 'Profile');
  }
}

/**
 * Refuses a body whose id differs from the one in the path.
 * @param path where the body's id is in the input
 * @throws ApiError INVALID_INPUT naming the field
 */
export function requireSameId(path: FieldPath, given: string | undefined, expected: string): void {
  if (given !== undefined && given !== expected) throw invalid(path, 'This is not the id that the path names.');
}

/**
 * @param header the Authorization header
 * @returns the bearer token in it, or undefined
 */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{20,200})$/.exec(header ?? '')?.[1];
}
