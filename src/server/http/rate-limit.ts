import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallLimit } from '#contract/endpoint.ts';
import { errorStatuses } from '#contract/errors.ts';
import type { Queryable } from '../database/connection.ts';
import { hashToken } from '../secrets.ts';
import type { World } from '../world.ts';
import { tooManyRequests } from './errors.ts';
import {
  countCall,
  deleteCount,
  deleteEndedCounts,
  returnTry,
  selectCallsByNetwork,
  takeTry,
} from './rate-limit-store.ts';

/**
 * Counts a call of a limited endpoint.
 * @param who the caller's address from `request.ip`, undefined when the connection is gone already; or a user's name
 * @returns 0 when the call may go on, otherwise the seconds until the next one may
 */
export type CountCall = (endpoint: string, limit: CallLimit, who: string | undefined) => Promise<number>;

/** Counts in the database, so that every process sees the same count. */
export const createCallCounter =
  (world: World): CountCall =>
  async (endpoint, limit, who) => {
    const now = world.clock.now();
    const key = `${endpoint} ${networkOf(who ?? 'gone')}`;
    const { calls, resetsAt } = await countCall(world.database, key, now, now.add({ minutes: limit.minutes }));
    return calls <= limit.calls ? 0 : Math.max(1, Math.ceil(now.until(resetsAt).total('seconds')));
  };

/**
 * @param name of a route outside of the contract
 * @returns what refuses its calls when one address makes too many, before anything else is done for them
 */
export function limitCalls(world: World, name: string, limit: CallLimit) {
  const count = createCallCounter(world);
  return (request: FastifyRequest): Promise<void> => requireWithinLimit(request, count, name, limit, request.ip);
}

/** @throws ApiError TOO_MANY_REQUESTS when a call is one too many */
export async function requireWithinLimit(
  request: FastifyRequest,
  countCall: CountCall,
  endpoint: string,
  limit: CallLimit,
  who: string | undefined,
): Promise<void> {
  const seconds = await countCall(endpoint, limit, who);
  if (seconds > 0) throw tooManyRequests(seconds);
  request.counted = { endpoint, who };
}

/** Calls that fail by our own fault do not use up what their caller may call: who tries again is not refused for that. */
export function registerGivingBack(app: FastifyInstance, world: World): void {
  app.addHook('onResponse', async ({ counted }, { statusCode }) => {
    if (!counted || (statusCode !== errorStatuses.INTERNAL_ERROR && statusCode !== errorStatuses.UNAVAILABLE)) return;
    // While the database is away nothing can be given back, and hardly anything is counted.
    await uncountCall(world, counted.endpoint, counted.who).catch(() => undefined);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** As what a limited call was counted. */
    counted?: { endpoint: string; who: string | undefined };
  }
}

/** Takes a counted call back. */
export const uncountCall = ({ database }: World, endpoint: string, who: string | undefined) =>
  returnTry(database, `${endpoint} ${networkOf(who ?? 'gone')}`);

/** How often something may be tried within any stretch of so many minutes, by all callers together. */
export type TryLimit = { readonly tries: number; readonly minutes: number };

/**
 * Takes a try. Call it before the thing itself, so that simultaneous tries cannot outrun the count.
 * @param what names the limit
 * @param whose what it counts by, such as a user name; stored as a hash only
 * @param database the transaction that the try belongs to, if any
 * @returns 0 when a try was free, otherwise the seconds until one is
 */
export async function secondsToTry(
  world: Pick<World, 'database' | 'clock'>,
  what: string,
  whose: string,
  { tries, minutes }: TryLimit,
  database: Queryable = world.database,
): Promise<number> {
  const now = world.clock.now();
  const free = await takeTry(database, keyOf(what, whose), tries, now, now.add({ minutes }));
  return free === undefined ? 0 : Math.max(1, Math.ceil(now.until(free).total('seconds')));
}

/** Gives back a try that turned out not to count. */
export const giveTryBack = (world: World, what: string, whose: string) => returnTry(world.database, keyOf(what, whose));

/** Gives back every try, within the transaction that gives the reason. */
export const giveTriesBack = (database: Queryable, what: string, whose: string) =>
  deleteCount(database, keyOf(what, whose));

/** Hashes `whose`: people type anything as their name, even a password. */
const keyOf = (what: string, whose: string) => `${what} ${hashToken(whose)}`;

/** @returns how many calls by address are counted now, and the percent of them that one network made; null where none are */
export async function callsOfOneNetwork({
  database,
  clock,
}: World): Promise<{ calls: number; percent: number | null }> {
  const { all, most } = await selectCallsByNetwork(database, clock.now());
  return { calls: all, percent: all > 0 ? Math.floor((most / all) * 100) : null };
}

/** Deletes the counts whose window is over, and their addresses with them. */
export async function forgetEndedCounts(world: World): Promise<void> {
  await deleteEndedCounts(world.database, world.clock.now());
}

/**
 * @returns what calls are counted by: an IPv4 address, or the first 64 bits of an IPv6 address, because a subscriber
 * owns all addresses below them (RFC 6177, section 2) and could call from each in turn
 */
export function networkOf(address: string | undefined): string {
  // A connection that has ended meanwhile has no address.
  const bare = (address ?? '').replace(/%.*$/, '').slice(0, 100);
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(bare)) return bare;
  // URL writes every IPv6 address in one way only, without leading zeros or dotted parts.
  const [left = '', right] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const groupsOf = (part = '') => part.split(':').filter(Boolean);
  const [first, last] = [groupsOf(left), groupsOf(right)];
  const groups = [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
  const network = groups.slice(0, 4);
  // Loopback and embedded IPv4 addresses all start with these zeros, so they keep the whole address.
  return network.every((group) => group === '0') ? groups.join(':') : `${network.join(':')}::/64`;
}
