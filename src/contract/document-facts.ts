/**
 * The facts that the server writes into every document that it sends. The build does not know the site's address or the
 * phone number, so the built documents have `%name%` instead.
 */
export type DocumentFacts = {
  /** The site's address, without a slash at the end. */
  publicUrl: string;
  /** What the business is called. */
  businessName: string;
  /** Who it is by law; '' for the same name. */
  legalName: string;
  /** What it is called where there is little room. */
  shortName: string;
  /** What the header calls it: the short name that its owner has given, else the whole name. */
  headerName: string;
  /** The path of the business's logo. */
  logo: string;
  /** The path of the picture that a phone keeps for its home screen. */
  touchIcon: string;
  /** What people call the area where the business works. */
  serviceRegion: string;
  /** The name of its state. */
  serviceState: string;
  /** The names of its cities. */
  serviceCities: string;
  /** The whole area (`ServiceArea`) as JSON. */
  serviceArea: string;
  /** Only `app` documents may load Stripe's scripts. */
  documentKind: 'public' | 'app';
  /** The toll-free number for people, and a link that calls it. */
  supportPhone: string;
  supportPhoneUrl: string;
  contactEmail: string;
  /** Where customers pay a bill: an external page, or ours. */
  billingPortalUrl: string;
  /** Legal documents to embed; '' for the text that comes with the site. */
  termsUrl: string;
  privacyUrl: string;
  disclaimerUrl: string;
  /** The host of the analytics service; '' for none. */
  analyticsHost: string;
  /** When somebody answers the phone. This and the next two are the business's own words; '' when there are none. */
  supportHours: string;
  /** What happens to a visit when it rains. */
  rainPolicy: string;
  /** Where the waste goes. */
  wasteDisposal: string;
  /** The locked gate fee, such as '$5.00'; '' for none. */
  lockedGateFee: string;
  /** '1' while no payment is real; '' otherwise. */
  rehearsal: string;
  /** '1' until the business is set up, and visitors see its pages; '' from then on. */
  opening: string;
};

export type DocumentFactName = keyof DocumentFacts;

/** Holds when a fact is set, or with `!` when it is not. */
export type FactCondition = DocumentFactName | `!${DocumentFactName}`;

/**
 * The attribute that holds an element's condition. The built document has the element in any case; the server removes
 * it when the condition does not hold. The element must not contain another of the same tag.
 */
export const conditionAttribute = 'data-if';

/** @returns the text that a built document has instead of a fact, or of something else that the server fills in */
export function placeholder(name: DocumentFactName | 'facts' | 'localBusiness'): string {
  return `%${name}%`;
}
