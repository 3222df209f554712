import { documentFacts } from './document-facts.ts';

/**
 * Public documents are not allowed to load the payment provider's scripts, and a document keeps its policy while a
 * person moves on inside the site. So the document is fetched anew, at the page that the person is on by then.
 * @returns whether the document is on its way; the caller then stops
 */
export function reloadForPayments(): boolean {
  if (!needsReloadForPayments(location.pathname)) return false;
  location.reload();
  return true;
}

/** @param path the page to show */
export function needsReloadForPayments(path: string): boolean {
  // Where the document itself is from this page, another would be the same.
  return documentFacts.documentKind === 'public' && path !== documentPath();
}

function documentPath(): string | undefined {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation && new URL(navigation.name).pathname;
}
