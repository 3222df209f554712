import { keepInTab, keptInTab } from '#web/app/tab-store.ts';
import type { InquiryDraft, InquiryValues } from './inquiry-checks.ts';
import { emptyInquiry } from './inquiry-values.ts';

const storageKey = 'inquiry-draft';

const isSame = (a: InquiryValues, b: InquiryValues) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Keeps the inquiry's id over edits and tries, so that sending it again makes no second inquiry. An edit after it was
 * sent makes a new inquiry.
 * @param newId makes the id of a new inquiry
 * @returns the draft after an edit
 */
export function editedDraft(draft: InquiryDraft | undefined, values: InquiryValues, newId: () => string): InquiryDraft {
  if (!draft || (draft.wasSent && !isSame(draft.values, values))) return { inquiryId: newId(), wasSent: false, values };
  return { ...draft, values };
}

/** @returns the half-filled form of this tab, as text; '' when there is none */
export function keptDraft(): string {
  return keptInTab(storageKey);
}

/** Keeps the form for this tab, unless it is empty. */
export function saveDraft(draft: InquiryDraft | undefined): void {
  keepInTab(storageKey, !draft || isSame(draft.values, emptyInquiry) ? '' : JSON.stringify(draft));
}
