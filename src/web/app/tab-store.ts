/**
 * What this tab keeps over a reload and on the way back, and no other tab sees. A browser that keeps nothing is no reason
 * to fail.
 */

/** @returns what was kept, '' when there is nothing */
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
