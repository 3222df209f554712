import * as z from 'zod/mini';
import { contract } from '#contract/contract.ts';
import { cacheTags, type Endpoint } from '#contract/endpoint.ts';

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

const isPaged = ({ response }: Endpoint) => response instanceof z.ZodMiniObject && 'next' in response.shape;

/** @returns a call without its schemas; every page loads it, so nothing stands in it that says nothing */
function toCall(endpoint: Endpoint): Call {
  const { method, path, provides, invalidates } = endpoint;
  const call: Call = { path };
  if (method !== 'GET') call.method = method;
  if (provides.length > 0) call.provides = provides;
  if (invalidates.length > 0) call.invalidates = invalidates;
  if (isPaged(endpoint)) call.isPaged = true;
  return call;
}

/**
 * The contract's calls without their schemas. The build writes in what this comes to (vite.config.ts), so that a page
 * loads the schemas of its own forms only.
 */
export const calls = Object.fromEntries(
  Object.entries(contract as Record<string, Endpoint>).map(([name, endpoint]) => [name, toCall(endpoint)]),
);

export const tags = cacheTags;
