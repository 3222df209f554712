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
  /** Where customers pay a bill: an external page, or ours. */
  billingPortalUrl: string;
  /** Legal documents that are embedded; '' where the text that comes with the site stands. */
  termsUrl: string;
  privacyUrl: string;
  disclaimerUrl: string;
  /** The host of the service that counts visits to public pages; '' for none. */
  analyticsHost: string;
  /** When somebody answers the phone, in the business's own words; '' while it has not said so. As the next two. */
  supportHours: string;
  /** What becomes of a visit when it rains. */
  rainPolicy: string;
  /** Where the waste goes. */
  wasteDisposal: string;
  /** What a visit costs that ends at a locked gate, as people read it; '' for nothing. */
  lockedGateFee: string;
};

export type DocumentFactName = keyof DocumentFacts;

/** Whether a fact is set, or with `!` whether it is not. */
export type FactCondition = DocumentFactName | `!${DocumentFactName}`;

/**
 * The attribute of an element that the built document has in any case and that the server leaves out where its condition
 * does not hold. Such an element has none of its own kind inside.
 */
export const conditionAttribute = 'data-if';

/** @returns what a built document has in the place of a fact, or of something else that the server fills in */
export function placeholder(name: DocumentFactName | 'facts' | 'localBusiness'): string {
  return `%${name}%`;
}
