import * as z from 'zod/mini';
import { contract, type EndpointName } from '#contract/contract.ts';
import { cacheTags, type Endpoint } from '#contract/endpoint.ts';

/** What the client knows of a call: where it goes, and what it fills and makes stale. */
export type Call = Pick<Endpoint, 'method' | 'path' | 'provides' | 'invalidates'> & {
  /** Whether it answers one page of a list. */
  isPaged: boolean;
};

const isPaged = ({ response }: Endpoint) => response instanceof z.ZodMiniObject && 'next' in response.shape;

/**
 * The contract without its schemas. The build writes in what this comes to (vite.config.ts), so that a page loads the
 * schemas of its own forms only.
 */
export const calls = Object.fromEntries(
  Object.entries(contract as Record<string, Endpoint>).map(([name, endpoint]): [string, Call] => {
    const { method, path, provides, invalidates } = endpoint;
    return [name, { method, path, provides, invalidates, isPaged: isPaged(endpoint) }];
  }),
) as Record<EndpointName, Call>;

export const tags = cacheTags;
