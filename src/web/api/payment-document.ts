import { documentFacts } from '#web/ui/document-facts.ts';

/**
 * Reloads the document if its policy forbids Stripe's scripts. Public documents forbid them, and a
 * document keeps its policy while a person navigates inside the site.
 * @returns whether the reload is under way; the caller then stops
 */
export function reloadForPayments(): boolean {
  if (!needsReloadForPayments(location.pathname)) return false;
  location.reload();
  return true;
}

/** @param path the page to show */
export function needsReloadForPayments(path: string): boolean {
  // A document that was loaded at this very path would be the same after a reload.
  return documentFacts.documentKind === 'public' && path !== documentPath();
}

function documentPath(): string | undefined {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation && new URL(navigation.name).pathname;
}
