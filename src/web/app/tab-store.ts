/**
 * Keeps texts for this tab only, over a reload and on the way back. A browser without storage keeps nothing, and
 * nothing fails.
 */

/** @returns the text that was kept, '' when there is none */
export function keptInTab(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** @param text '' forgets it */
export function keepInTab(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Storage is switched off or full.
  }
}
