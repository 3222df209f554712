import { type DocumentFacts, placeholder } from '#contract/document-facts.ts';

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
};

/** What the server wrote into this document; while the documents are built, the places it writes to. */
export const documentFacts: DocumentFacts = import.meta.env.SSR && !import.meta.env.DEV ? placeholders() : readFacts();

function placeholders(): DocumentFacts {
  return {
    publicUrl: placeholder('publicUrl'),
    documentKind: 'public',
    supportPhone: placeholder('supportPhone'),
    supportPhoneUrl: placeholder('supportPhoneUrl'),
    contactEmail: placeholder('contactEmail'),
    billingPortalUrl: placeholder('billingPortalUrl'),
    termsUrl: placeholder('termsUrl'),
    privacyUrl: placeholder('privacyUrl'),
    disclaimerUrl: placeholder('disclaimerUrl'),
  };
}

function readFacts(): DocumentFacts {
  const written = typeof document === 'undefined' ? undefined : document.documentElement.dataset.facts;
  // Vite's own server, for developing, sends documents as they are.
  if (!written || written === placeholder('facts')) return unknownFacts;
  return JSON.parse(written) as DocumentFacts;
}
