import { sessionHintCookie } from '#contract/session-hint.ts';

let isSessionCodeLoaded = false;

/** Called when a page that needs the session is shown. */
export function markSessionCodeLoaded(): void {
  isSessionCodeLoaded = true;
}

export const selectedProfileKey = 'selected-profile';
/** Set from a sign-out until the server has ended the session, because scripts cannot remove its cookie. */
const owedSignOutKey = 'sign-out-owed';

/**
 * Notes that the person has signed out here, whether or not the server knows.
 * @returns whether the note was stored, so that it outlasts a reload
 */
export function oweSignOut(): boolean {
  try {
    localStore()?.setItem(owedSignOutKey, '1');
  } catch {
    // A full or forbidden store counts as none.
  }
  return isSignOutOwed();
}

export const isSignOutOwed = (): boolean => localStore()?.getItem(owedSignOutKey) != null;

/** Called when the server has ended the session, or another session has replaced it. */
export const clearOwedSignOut = (): void => localStore()?.removeItem(owedSignOutKey);

const accountKey = 'last-account';

/** Notes whose account this browser has signed up or in to. It stays after a sign-out: an emailed link may come later. */
export const noteAccount = (userId: string): void => localStore()?.setItem(accountKey, userId);

/** @returns the id of the user who has signed up or in here last */
export const lastAccount = (): string | undefined => localStore()?.getItem(accountKey) ?? undefined;

/** @returns undefined in browsers that refuse local storage; nothing is then kept, and nothing fails */
export function localStore(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

/**
 * @returns whether a light public page should load the session's code at once: somebody is signed in here, the server
 *   has yet to hear of a sign-out, or an earlier page has loaded that code already and may have left an alert or a
 *   dialog
 */
export function needsSessionCode(): boolean {
  return isSessionCodeLoaded || isSignOutOwed() || wasSignedIn();
}

/** @returns whether this browser may have a session; one without storage always may */
export function mayHaveSession(): boolean {
  return !localStore() || wasSignedIn();
}

/** Removes every sign of a session from this browser. */
export function clearSessionHint(): void {
  localStore()?.removeItem(selectedProfileKey);
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is missing in browsers that we serve
  if (globalThis.document) document.cookie = `${sessionHintCookie}=; path=/; max-age=0`;
}

/** Looks for the server's cookie and for our chosen profile, because a browser may clear one without the other. */
function wasSignedIn(): boolean {
  const hasHint = globalThis.document?.cookie.split('; ').includes(`${sessionHintCookie}=1`);
  return hasHint || localStore()?.getItem(selectedProfileKey) != null;
}
