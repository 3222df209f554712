import { sessionHintCookie } from '#contract/session-hint.ts';

let isSessionCodeLoaded = false;

/** Said when a page that needs the session is shown. */
export function markSessionCodeLoaded(): void {
  isSessionCodeLoaded = true;
}

export const selectedProfileKey = 'selected-profile';
/** There from a sign-out until the server has ended the session: its cookie is out of reach of scripts. */
const owedSignOutKey = 'sign-out-owed';

/**
 * Notes that whoever was signed in here has signed out, whatever the server knows of it.
 * @returns whether that could be noted, so that it holds when the page is loaded again
 */
export function oweSignOut(): boolean {
  try {
    localStore()?.setItem(owedSignOutKey, '1');
  } catch {
    // No room, or not allowed: as when there is no store.
  }
  return isSignOutOwed();
}

export const isSignOutOwed = (): boolean => localStore()?.getItem(owedSignOutKey) != null;

/** The server has ended the session, or another has taken its place. */
export const signOutPaid = (): void => localStore()?.removeItem(owedSignOutKey);

/** Some browsers refuse local storage; what would be kept there is then forgotten, and nothing else. */
export function localStore(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

/**
 * Whether a light public page should load the session's code at once. It does when somebody signed in here and did not
 * sign out, or when a page that needs the session was shown before (it may have left an alert or a dialog); and when the
 * server is still to hear of a sign-out.
 */
export function needsSessionCode(): boolean {
  return isSessionCodeLoaded || isSignOutOwed() || wasSignedIn();
}

/** @returns whether this browser may have a session; a browser that keeps nothing may always have one */
export function mayHaveSession(): boolean {
  return !localStore() || wasSignedIn();
}

/** Forgets whatever says that there is a session here. */
export function clearSessionHint(): void {
  localStore()?.removeItem(selectedProfileKey);
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is missing in browsers that we serve
  if (globalThis.document) document.cookie = `${sessionHintCookie}=; path=/; max-age=0`;
}

/** The choice of a profile is kept here, the cookie by the server: one may be cleared without the other. */
function wasSignedIn(): boolean {
  const hasHint = globalThis.document?.cookie.split('; ').includes(`${sessionHintCookie}=1`);
  return hasHint || localStore()?.getItem(selectedProfileKey) != null;
}
