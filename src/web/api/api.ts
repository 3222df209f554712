import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type MutationDefinition,
  type QueryDefinition,
} from '@reduxjs/toolkit/query/react';
import type * as z from 'zod/mini';
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
// `void` is how RTK Query spells a hook that takes no argument.
// biome-ignore lint/suspicious/noConfusingVoidType: see above
type ArgumentOrNone<E extends Endpoint> = unknown extends Argument<E> ? void : Argument<E>;
type Query = BaseQueryFn<FetchArgs, unknown, ApiFailure, object, CallMeta>;
type Definitions = {
  [Name in keyof Contract]: Contract[Name]['method'] extends 'GET'
    ? QueryDefinition<ArgumentOrNone<Contract[Name]>, Query, CacheTag, z.output<Contract[Name]['response']>, 'api'>
    : MutationDefinition<ArgumentOrNone<Contract[Name]>, Query, CacheTag, z.output<Contract[Name]['response']>, 'api'>;
};
type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown } | undefined;

const toRequest =
  (endpoint: Endpoint) =>
  (input: Input): FetchArgs => ({
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(input?.params?.[name] ?? '')),
    method: endpoint.method,
    ...(input?.query ? { params: input.query } : {}),
    ...(input?.body === undefined ? {} : { body: input.body }),
  });

/** Every call of the contract as hooks, cached for 60 seconds after its last use. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: cacheTags,
  keepUnusedDataFor: 60,
  endpoints: (build) =>
    Object.fromEntries(
      Object.entries(contract as Record<string, Endpoint>).map(([name, endpoint]) => [
        name,
        endpoint.method === 'GET'
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
