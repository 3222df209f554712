import { keepInTab, keptInTab } from '#web/app/tab-store.ts';
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
  return keptInTab(storageKey);
}

/** Keeps the form for this tab; an untouched one is not kept. */
export function saveDraft(draft: InquiryDraft | undefined): void {
  keepInTab(storageKey, !draft || isSame(draft.values, emptyInquiry) ? '' : JSON.stringify(draft));
}
