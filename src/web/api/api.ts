import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type InfiniteQueryDefinition,
  type MutationDefinition,
  type QueryDefinition,
} from '@reduxjs/toolkit/query/react';
import * as z from 'zod/mini';
import { type Contract, contract } from '#contract/contract.ts';
import { type CacheTag, cacheTags, type Endpoint } from '#contract/endpoint.ts';
import { baseQuery, type CallMeta } from './base-query.ts';
import type { ApiFailure } from './failure.ts';

/** A part that an endpoint does not have is not asked for; one that may be left out is optional. */
type Part<Name extends string, Schema extends z.ZodMiniType> =
  z.input<Schema> extends undefined
    ? unknown
    : Record<never, never> extends z.input<Schema>
      ? { [Key in Name]?: z.input<Schema> }
      : { [Key in Name]: z.input<Schema> };
type Argument<E extends Endpoint> = Part<'params', E['params']> & Part<'query', E['query']> & Part<'body', E['body']>;
/** Of a list that is read page by page; which page is not for the caller to say. */
type ListArgument<E extends Endpoint> = Omit<Argument<E>, 'query'> & { query?: Omit<z.input<E['query']>, 'after'> };
type Page = { next: string | null };
// `void` is how RTK Query spells a hook that takes no argument.
// biome-ignore lint/suspicious/noConfusingVoidType: see above
type ArgumentOrNone<E extends Endpoint> = unknown extends Argument<E> ? void : Argument<E>;
type Query = BaseQueryFn<FetchArgs, unknown, ApiFailure, object, CallMeta>;
type Answer<E extends Endpoint> = z.output<E['response']>;
type Definition<E extends Endpoint> = E['method'] extends 'GET'
  ? Answer<E> extends Page
    ? InfiniteQueryDefinition<ListArgument<E>, string | undefined, Query, CacheTag, Answer<E>, 'api'>
    : QueryDefinition<ArgumentOrNone<E>, Query, CacheTag, Answer<E>, 'api'>
  : MutationDefinition<ArgumentOrNone<E>, Query, CacheTag, Answer<E>, 'api'>;
type Definitions = { [Name in keyof Contract]: Definition<Contract[Name]> };
type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown } | undefined;

const toRequest =
  (endpoint: Endpoint) =>
  (input: Input): FetchArgs => ({
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(input?.params?.[name] ?? '')),
    method: endpoint.method,
    ...(input?.query ? { params: input.query } : {}),
    ...(input?.body === undefined ? {} : { body: input.body }),
  });

const isPaged = ({ response }: Endpoint) => response instanceof z.ZodMiniObject && 'next' in response.shape;

/**
 * Every call of the contract as hooks, cached for 60 seconds after its last use. What answers a page is a list with all
 * the pages that were asked for; when it becomes stale they are loaded again, each from where the new one before it ends.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: cacheTags,
  keepUnusedDataFor: 60,
  endpoints: (build) =>
    Object.fromEntries(
      Object.entries(contract as Record<string, Endpoint>).map(([name, endpoint]) => [
        name,
        isPaged(endpoint)
          ? build.infiniteQuery<Page, Input, string | undefined>({
              query: ({ queryArg, pageParam }) =>
                toRequest(endpoint)({ ...queryArg, query: { ...queryArg?.query, after: pageParam } }),
              providesTags: endpoint.provides,
              infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: ({ next }) => next },
            })
          : endpoint.method === 'GET'
            ? build.query<unknown, Input>({ query: toRequest(endpoint), providesTags: endpoint.provides })
            : build.mutation<unknown, Input>({
                query: toRequest(endpoint),
                // Without a network a reload would fail as well, and take the page away with what was typed on it.
                invalidatesTags: (_, error) => (error?.status === 'FETCH_ERROR' ? [] : endpoint.invalidates),
              }),
      ]),
      // The loop cannot carry each endpoint's own types; `Definitions` derives them from the same table.
    ) as unknown as Definitions,
});
