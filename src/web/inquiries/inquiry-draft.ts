import * as z from 'zod/mini';
import { emptyInquiry, InquiryValues } from './inquiry-form.ts';

const storageKey = 'yardpack.inquiry';

const InquiryDraft = z.object({
  inquiryId: z.uuid(),
  /** Whether it was sent at least once; the answer may have been lost. */
  wasSent: z.boolean(),
  values: InquiryValues,
});
/** A half-filled form. */
export type InquiryDraft = z.infer<typeof InquiryDraft>;

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

/** @returns what was kept, undefined when it is not a draft of this form */
export function parseDraft(text: string): InquiryDraft | undefined {
  try {
    return InquiryDraft.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** @returns the half-filled form of this tab, undefined when there is none or the browser keeps nothing */
export function loadDraft(): InquiryDraft | undefined {
  try {
    return parseDraft(sessionStorage.getItem(storageKey) ?? '');
  } catch {
    return undefined;
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
