import {
  type DocumentFactName,
  type DocumentFacts,
  type FactCondition,
  placeholder,
} from '#contract/document-facts.ts';

/** The facts of a document that the server did not fill in. */
const unknownFacts: DocumentFacts = {
  publicUrl: '',
  businessName: '',
  legalName: '',
  shortName: '',
  headerName: '',
  logo: '/favicon.svg',
  touchIcon: '',
  serviceRegion: '',
  serviceState: '',
  serviceCities: '',
  serviceArea: '',
  documentKind: 'app',
  supportPhone: '',
  supportPhoneUrl: '',
  contactEmail: '',
  billingPortalUrl: '',
  termsUrl: '',
  privacyUrl: '',
  disclaimerUrl: '',
  analyticsHost: '',
  supportHours: '',
  rainPolicy: '',
  wasteDisposal: '',
  lockedGateFee: '',
  rehearsal: '',
  opening: '',
};

const isBuilding = import.meta.env.SSR && !import.meta.env.DEV;

/** What the server has filled into this document. While the documents are built: the placeholders it will fill. */
export const documentFacts: DocumentFacts = isBuilding ? placeholders() : readFacts();

/** @returns whether a condition holds; while the documents are built, always true: the server removes what does not */
export function isFact(condition: FactCondition): boolean {
  if (isBuilding) return true;
  const isNot = condition.startsWith('!');
  return (documentFacts[condition.replace('!', '') as DocumentFactName] === '') === isNot;
}

function placeholders(): DocumentFacts {
  const names = Object.keys(unknownFacts) as (keyof DocumentFacts)[];
  const facts = Object.fromEntries(names.map((name) => [name, placeholder(name)])) as Omit<
    DocumentFacts,
    'documentKind'
  >;
  return { ...facts, documentKind: 'public' };
}

function readFacts(): DocumentFacts {
  // Where a document is being closed, as between tests, it has no element any more.
  const written = globalThis.document?.documentElement?.dataset.facts;
  // Vite's development server sends documents without filling them in.
  if (!written || written === placeholder('facts')) return unknownFacts;
  return JSON.parse(written) as DocumentFacts;
}
