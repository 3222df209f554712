import * as z from 'zod/mini';
import { calendarFeeds } from '#contract/calendar-feeds.ts';
import { contract } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { homes } from '#contract/homes.ts';
import { visitNotes } from '#contract/notes.ts';
import { orderLinks } from '#contract/order-links.ts';
import { secondFactors } from '#contract/second-factors.ts';
import { setup } from '#contract/setup.ts';

/** What the client knows of a call: where it goes, and what it fills and makes stale, if anything. */
export type Call = {
  /** GET unless given. */
  method?: Endpoint['method'];
  path: string;
  provides?: Endpoint['provides'];
  invalidates?: Endpoint['invalidates'];
  /** That it answers one page of a list. */
  isPaged?: true;
};

/** What only those ask who watch a process: no page needs it. A page that got no answer asks whether there is one now. */
const ofMachines = ['getHealth'];

const isPaged = ({ response }: Endpoint) => response instanceof z.ZodMiniObject && 'next' in response.shape;

/** Those of employees and of who becomes the first, those of second factors, those of the page of an order's link, those of the homes, those of workers' notes, and all others that a page makes. */
type Part = 'staff' | 'factors' | 'orderLinks' | 'homes' | 'visitNotes' | 'others';
const partOf = (name: string, { access }: Endpoint): Part | undefined => {
  if (ofMachines.includes(name)) return undefined;
  if (name in visitNotes) return 'visitNotes';
  if (name in orderLinks) return 'orderLinks';
  if (name in secondFactors) return 'factors';
  const isOfStaff = access.who === 'signedIn' && access.profileTypes.every((type) => type === 'PROFILE_TYPE_EMPLOYEE');
  if (isOfStaff || name in setup) return 'staff';
  return name in homes || name in calendarFeeds ? 'homes' : 'others';
};

/** @returns a part of the contract's calls without their schemas */
export const callTable = (part: Part): Record<string, Call> =>
  Object.fromEntries(
    Object.entries(contract as Record<string, Endpoint>).flatMap(([name, endpoint]): [string, Call][] => {
      if (partOf(name, endpoint) !== part) return [];
      const { method, path, provides, invalidates } = endpoint;
      const call: Call = { path };
      // Every page loads its table, so nothing stands in it that says nothing.
      if (method !== 'GET') call.method = method;
      if (provides.length > 0) call.provides = provides;
      if (invalidates.length > 0) call.invalidates = invalidates;
      if (isPaged(endpoint)) call.isPaged = true;
      return [[name, call]];
    }),
  );
