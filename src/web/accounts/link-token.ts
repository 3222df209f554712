/**
 * Takes the token of a mailed link out of the address bar at once, so that neither the history nor a Referer keeps it.
 * A second call finds nothing: the caller keeps the token.
 * @returns undefined when the address has none
 */
export function takeLinkToken(): string | undefined {
  const token = new URLSearchParams(location.search).get('token');
  if (location.search) history.replaceState(history.state, '', location.pathname);
  return token || undefined;
}

export const linkExpiredMessage = 'Link expired. Please generate new link';
