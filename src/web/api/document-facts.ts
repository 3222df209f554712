import {
  type DocumentFactName,
  type DocumentFacts,
  type FactCondition,
  placeholder,
} from '#contract/document-facts.ts';

/** For a document that no server wrote to. */
const unknownFacts: DocumentFacts = {
  publicUrl: '',
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
};

const isBuilding = import.meta.env.SSR && !import.meta.env.DEV;

/** What the server wrote into this document; while the documents are built, the places it writes to. */
export const documentFacts: DocumentFacts = isBuilding ? placeholders() : readFacts();

/** @returns whether a condition holds; always while the documents are built, since the server leaves out what does not */
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
  const written = typeof document === 'undefined' ? undefined : document.documentElement.dataset.facts;
  // Vite's own server, for developing, sends documents as they are.
  if (!written || written === placeholder('facts')) return unknownFacts;
  return JSON.parse(written) as DocumentFacts;
}
