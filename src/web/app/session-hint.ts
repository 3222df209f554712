let isSessionCodeLoaded = false;

/** Said when a page that needs the session is shown. */
export function markSessionCodeLoaded(): void {
  isSessionCodeLoaded = true;
}

export const selectedProfileKey = 'selected-profile';

/** Some browsers refuse local storage; what would be kept there is then forgotten, and nothing else. */
export function localStore(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

/**
 * Whether a light public page should load the session's code at once. It does when this browser chose a profile and
 * did not sign out, or when a page that needs the session was shown before (it may have left an alert or a dialog).
 */
export function needsSessionCode(): boolean {
  return isSessionCodeLoaded || localStore()?.getItem(selectedProfileKey) != null;
}

/** @returns whether this browser may have a session; a browser that keeps nothing may always have one */
export function mayHaveSession(): boolean {
  const kept = localStore();
  return !kept || kept.getItem(selectedProfileKey) != null;
}
