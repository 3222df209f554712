import {
  type BaseQueryFn,
  createApi,
  type EndpointBuilder,
  type FetchArgs,
  type InfiniteQueryDefinition,
  type MutationDefinition,
  type QueryDefinition,
} from '@reduxjs/toolkit/query/react';
import type * as z from 'zod/mini';
import type { Contract } from '#contract/contract.ts';
import type { CacheTag, Endpoint } from '#contract/endpoint.ts';
import { baseQuery } from './base-query.ts';
import { type Call, calls, tags } from './calls.ts';
import type { ApiFailure } from './failure.ts';

/** A part of a call's argument; left out when the endpoint has no such part, optional when it may be empty. */
type Part<Name extends string, Schema extends z.ZodMiniType> =
  z.input<Schema> extends undefined
    ? unknown
    : Record<never, never> extends z.input<Schema>
      ? { [Key in Name]?: z.input<Schema> }
      : { [Key in Name]: z.input<Schema> };
type Argument<E extends Endpoint> = Part<'params', E['params']> & Part<'query', E['query']> & Part<'body', E['body']>;
/** The argument of a list that is read page by page. The client chooses the page itself. */
type ListArgument<E extends Endpoint> = Omit<Argument<E>, 'query'> & { query?: Omit<z.input<E['query']>, 'after'> };
type Page = { next: string | null };
// `void` is how RTK Query spells a hook that takes no argument.
// biome-ignore lint/suspicious/noConfusingVoidType: see above
type ArgumentOrNone<E extends Endpoint> = unknown extends Argument<E> ? void : Argument<E>;
type Query = BaseQueryFn<FetchArgs, unknown, ApiFailure, object, object>;
type Answer<E extends Endpoint> = z.output<E['response']>;
type Definition<E extends Endpoint> = E['method'] extends 'GET'
  ? Answer<E> extends Page
    ? InfiniteQueryDefinition<ListArgument<E>, string | undefined, Query, CacheTag, Answer<E>, 'api'>
    : QueryDefinition<ArgumentOrNone<E>, Query, CacheTag, Answer<E>, 'api'>
  : MutationDefinition<ArgumentOrNone<E>, Query, CacheTag, Answer<E>, 'api'>;
type Definitions = { [Name in keyof Contract]: Definition<Contract[Name]> };
type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown } | undefined;

const toRequest =
  (call: Call) =>
  (input: Input): FetchArgs => ({
    url: call.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(input?.params?.[name] ?? '')),
    method: call.method ?? 'GET',
    ...(input?.query ? { params: input.query } : {}),
    ...(input?.body === undefined ? {} : { body: input.body }),
  });

/** @returns the calls as RTK Query builds them; the loop loses each one's types */
const endpointsOf = (build: EndpointBuilder<Query, CacheTag, 'api'>) =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      call.isPaged
        ? build.infiniteQuery<Page, Input, string | undefined>({
            query: ({ queryArg, pageParam }) =>
              toRequest(call)({ ...queryArg, query: { ...queryArg?.query, after: pageParam } }),
            providesTags: call.provides ?? [],
            infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: ({ next }) => next },
          })
        : call.method === undefined
          ? build.query<unknown, Input>({ query: toRequest(call), providesTags: call.provides ?? [] })
          : build.mutation<unknown, Input>({
              query: toRequest(call),
              // Without a network or a session a refetch would fail too, and the page would disappear with what was
              // typed on it.
              invalidatesTags: (_, error) =>
                error?.status === 'FETCH_ERROR' || error?.isSessionEnd ? [] : (call.invalidates ?? []),
            }),
    ]),
  );

/**
 * The contract's calls as hooks, cached for 60 seconds after their last use. A call that answers one page becomes a list
 * that keeps all pages that were loaded. A stale list is loaded again page by page, each from the end of the one before.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: tags,
  keepUnusedDataFor: 60,
  endpoints: (build) => endpointsOf(build) as unknown as Definitions,
});
