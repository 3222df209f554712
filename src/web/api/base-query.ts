import { type BaseQueryFn, type FetchArgs, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import type { Session } from '#contract/sessions.ts';
import { sessionRestored, type WithSession } from '#web/app/session.ts';
import { type ApiFailure, refreshFailure, toFailure } from './failure.ts';

const timeoutMs = 30_000;

const send = fetchBaseQuery({
  credentials: 'include',
  timeout: timeoutMs,
  prepareHeaders: (headers, { getState }) => {
    const { accessToken } = (getState() as WithSession).session;
    if (accessToken) headers.set('authorization', `Bearer ${accessToken}`);
  },
});

type Api = Parameters<typeof send>[1];

/** Calls that prove themselves without an access token: a 401 of theirs is an answer, not a reason to refresh. */
const withoutAccessToken = /^\/v1\/(refresh-token|sign-in|sign-up|sign-out)$/;

/** Sends a call; on a 401 refreshes the session, stores it and retries once. */
export const baseQuery: BaseQueryFn<FetchArgs, unknown, ApiFailure> = async (args, api, extra) => {
  let result = await send(args, api, extra);
  if (result.error?.status === 401 && !withoutAccessToken.test(args.url)) {
    const session = await refresh(api);
    if ('error' in session) return session;
    result = await send(args, api, extra);
  }
  return result.error ? { error: toFailure(result.error) } : { data: result.data };
};

let refreshing: Promise<{ data: Session } | { error: ApiFailure }> | undefined;

/** Refreshes the session, one at a time in this tab and, where the browser can, across tabs. */
function refresh(api: Api): Promise<{ data: Session } | { error: ApiFailure }> {
  const run = async () => {
    const result = await send({ url: '/v1/refresh-token', method: 'POST' }, api, {});
    if (result.error) {
      // Without an answer nothing is known about the session; only the server's word ends it.
      return { error: typeof result.error.status === 'number' ? refreshFailure : toFailure(result.error) };
    }
    const session = result.data as Session;
    api.dispatch(sessionRestored(session));
    return { data: session };
  };
  refreshing ??= (navigator.locks ? navigator.locks.request('yardpack-refresh', run) : run()).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}
