/**
 * What the server writes into every document it sends. The documents are made at build time, when nobody knows yet
 * where the site will be reached or which number to call, so they carry `%name%` in those places.
 */
export type DocumentFacts = {
  /** Where the site is reached, without a slash at its end. */
  publicUrl: string;
  /** `public` documents are not allowed to load the payment provider's scripts; `app` documents are. */
  documentKind: 'public' | 'app';
  /** The toll-free number as people read it, and the address that calls it. */
  supportPhone: string;
  supportPhoneUrl: string;
  contactEmail: string;
  /** The external page where customers pay a bill. */
  billingPortalUrl: string;
  /** The embedded legal documents. */
  termsUrl: string;
  privacyUrl: string;
  disclaimerUrl: string;
};

export type DocumentFactName = keyof DocumentFacts;

/** @returns what a built document has in the place of a fact, or of something else that the server fills in */
export function placeholder(name: DocumentFactName | 'facts' | 'localBusiness'): string {
  return `%${name}%`;
}
