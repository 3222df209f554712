/** Lets one tab refresh at a time, if the browser has locks. Two at once would send the same refresh token. */
export async function oneTabAtATime<Answer>(refreshing: () => Promise<Answer>): Promise<Answer> {
  return navigator.locks ? await navigator.locks.request('refresh', refreshing) : await refreshing();
}
