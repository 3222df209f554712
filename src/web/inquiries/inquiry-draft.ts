import type { InquiryDraft, InquiryValues } from './inquiry-checks.ts';
import { emptyInquiry } from './inquiry-values.ts';

const storageKey = 'yardpack.inquiry';

const isSame = (a: InquiryValues, b: InquiryValues) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The draft after an edit. It stays the same inquiry, so that sending it again makes no second one, unless what was
 * sent before said something else.
 * @param newId makes the id of a new inquiry
 */
export function editedDraft(draft: InquiryDraft | undefined, values: InquiryValues, newId: () => string): InquiryDraft {
  if (!draft || (draft.wasSent && !isSame(draft.values, values))) return { inquiryId: newId(), wasSent: false, values };
  return { ...draft, values };
}

/** @returns the half-filled form of this tab as it was kept, '' when there is none or the browser keeps nothing */
export function keptDraft(): string {
  try {
    return sessionStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}

/** Keeps the form for this tab; an untouched one is not kept. A browser that keeps nothing is no reason to fail. */
export function saveDraft(draft: InquiryDraft | undefined): void {
  try {
    if (!draft || isSame(draft.values, emptyInquiry)) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(draft));
  } catch {
    // Storage is switched off or full.
  }
}
