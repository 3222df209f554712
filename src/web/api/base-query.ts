import { type BaseQueryFn, type FetchArgs, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import type { Session } from '#contract/session-shapes.ts';
import { documentFacts } from '#web/ui/document-facts.ts';
import { fetchOrTake } from './early-answers.ts';
import { type ApiFailure, refreshFailure, toFailure, toRefreshFailure } from './failure.ts';
import { oneTabAtATime } from './one-tab.ts';
import { sessionExpired, sessionRefreshed, sessionReset, type WithSession } from './session.ts';
import { clearOwedSignOut, isSignOutOwed } from './session-hint.ts';

const timeoutMs = 30_000;

const sendAsItIs = fetchBaseQuery({
  credentials: 'include',
  timeout: timeoutMs,
  fetchFn: (request) => fetchOrTake(request as Request),
  prepareHeaders: (headers, { getState }) => {
    const { accessToken } = sessionOf({ getState });
    if (accessToken) headers.set('authorization', `Bearer ${accessToken}`);
  },
});

type Api = Parameters<typeof sendAsItIs>[1];
type Sent = Awaited<ReturnType<typeof sendAsItIs>>;

const sessionOf = ({ getState }: Pick<Api, 'getState'>) => (getState() as WithSession).session;

const refreshCall = { url: '/v1/refresh-token', method: 'POST' };
const signOutCall = { url: '/v1/sign-out', method: 'POST' };

/**
 * Sends a call. When the server has not yet heard of a sign-out here, the old session is never refreshed, and it is
 * ended before a new sign-in.
 */
async function send(args: FetchArgs, api: Api, extra: object): Promise<Sent> {
  if (args.url === refreshCall.url && isSignOutOwed()) return { error: { status: 401, data: undefined } };
  if (args.url === '/v1/sign-in' && isSignOutOwed()) await oneTabAtATime(() => send(signOutCall, api, extra));
  const result = await sendAsItIs(args, api, extra);
  const isEnded = args.url === signOutCall.url && (!result.error || result.error.status === 401);
  if (isEnded || (args.url === '/v1/sign-in' && !result.error)) clearOwedSignOut();
  return result;
}

/** Calls that need no access token: their 401 is an answer and no reason to refresh. */
const withoutAccessToken = /^\/v1\/(refresh-token|sign-in|sign-up|sign-out)$/;

/** Sends a call; on a 401 refreshes the session, stores it and retries once. A failure names the call as the contract does. */
export const baseQuery: BaseQueryFn<FetchArgs, unknown, ApiFailure, object, object> = async (args, api, extra) => {
  const { data, error } = await sendWithSession(args, api, extra);
  return error ? { error: { ...error, call: api.endpoint } } : { data, meta: {} };
};

async function sendWithSession(
  args: FetchArgs,
  api: Api,
  extra: object,
): Promise<{ data?: unknown; error?: ApiFailure }> {
  if (sessionOf(api).status === 'offline' && !withoutAccessToken.test(args.url)) {
    // What the phone keeps is on the screen while the session is asked for. Its calls wait for that answer.
    await oneTabAtATime(async () => undefined);
    if (sessionOf(api).status === 'signed-out') return { error: refreshFailure };
  }
  const sentToken = sessionOf(api).accessToken;
  let result = await send(args, api, extra);
  if (result.error?.status === 401 && !withoutAccessToken.test(args.url)) {
    // Another call may have refreshed the session, or found it ended, while this one was on its way.
    if (sessionOf(api).accessToken === sentToken) {
      const failure = await refresh(api);
      if (failure) return { error: failure };
    } else if (!sessionOf(api).accessToken) {
      return { error: refreshFailure };
    }
    result = await send(args, api, extra);
  }
  if (!result.error) return { data: result.data };
  return { error: args.url === '/v1/refresh-token' ? toRefreshFailure(result.error) : toFailure(result.error) };
}

let refreshing: Promise<ApiFailure | undefined> | undefined;

/**
 * Refreshes the session, one at a time in this tab and across tabs.
 * @returns why it could not be refreshed
 */
function refresh(api: Api): Promise<ApiFailure | undefined> {
  refreshing ??= oneTabAtATime(() => refreshOnce(api)).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function refreshOnce(api: Api): Promise<ApiFailure | undefined> {
  const { user, status } = sessionOf(api);
  const result = await send(refreshCall, api, {});
  if (result.error) {
    const failure = toRefreshFailure(result.error);
    // Only a refusal ends the session. Without an answer, or with another error, nothing is known about it.
    if (result.error.status !== 401) return failure;
    const isOpen = ['signed-in', 'expired'].includes(status) && !isSignOutOwed();
    api.dispatch(isOpen ? sessionExpired() : sessionReset());
    return { ...failure, isSessionEnd: true };
  }
  const session = result.data as Session;
  // Another tab has signed somebody else in. What this tab shows, and was about to send, is not theirs.
  if (user && user.id !== session.user.id) {
    api.dispatch(sessionReset());
    return refreshFailure;
  }
  // A page that stays open for days shows the business as it is now.
  Object.assign(documentFacts, session.business);
  api.dispatch(sessionRefreshed(session));
  return undefined;
}
