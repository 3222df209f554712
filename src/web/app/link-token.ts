import { keepInTab, keptInTab } from './tab-store.ts';

const keyOf = (path: string) => `link:${path.replace(/\/$/, '')}`;
const expiredKey = 'expired-link';

/** As the server makes them. The link of an email that was cut short, or typed, has another. */
const tokenPattern = /^[\w-]{20,200}$/;

/**
 * Takes the token of an emailed link out of the address bar at once, so that neither the history nor a Referer keeps it.
 * This tab keeps the token for its page, which may be reloaded before it has used it.
 * @returns undefined when neither the address nor this tab has one
 */
export function takeLinkToken(): string | undefined {
  const token = new URLSearchParams(location.search).get('token');
  if (location.search) history.replaceState(history.state, '', location.pathname);
  if (token) keepInTab(keyOf(location.pathname), token);
  return token || keptInTab(keyOf(location.pathname)) || undefined;
}

/** As `takeLinkToken`, for pages that treat what cannot be a token as none. */
export function takeWholeLinkToken(): string | undefined {
  const token = takeLinkToken();
  if (token === undefined || tokenPattern.test(token)) return token;
  forgetLinkToken(location.pathname);
  return undefined;
}

/** Forgets the token of a page, which has used it. */
export const forgetLinkToken = (path: string) => keepInTab(keyOf(path), '');

/** Keeps the token of an expired link, with which the person can ask for a new link. */
export function keepExpiredToken(path: string, token: string): void {
  forgetLinkToken(path);
  keepInTab(expiredKey, `${path} ${token}`);
}

/** @returns the token of this tab's expired link, and the page that it led to; both '' when there is none */
export function keptExpiredToken(): { path: string; token: string } {
  const [path = '', token = ''] = keptInTab(expiredKey).split(' ');
  return { path, token };
}

export const forgetExpiredToken = () => keepInTab(expiredKey, '');

export const linkExpiredMessage = 'Link expired. Please generate new link';
