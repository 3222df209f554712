import { expect, test } from 'vitest';
import { parseDraft } from './inquiry-checks.ts';
import { editedDraft } from './inquiry-draft.ts';
import { emptyInquiry } from './inquiry-values.ts';

const first = '0190a0a0-0000-4000-8000-000000000001';
const second = '0190a0a0-0000-4000-8000-000000000002';
const values = { ...emptyInquiry, yard: { details: 'Gate on the left' } };
const changed = { ...emptyInquiry, yard: { details: 'Gate on the right' } };

test('one form is one inquiry, however often it is edited before it is sent', () => {
  const draft = editedDraft(undefined, values, () => first);
  expect(draft).toEqual({ inquiryId: first, wasSent: false, values });
  expect(editedDraft(draft, changed, () => second)).toEqual({ inquiryId: first, wasSent: false, values: changed });
});

test('sent again unchanged it is the same inquiry; sent again with other words it is another', () => {
  const sent = { inquiryId: first, wasSent: true, values };
  expect(editedDraft(sent, structuredClone(values), () => second).inquiryId).toBe(first);
  expect(editedDraft(sent, changed, () => second)).toEqual({ inquiryId: second, wasSent: false, values: changed });
});

test('what is kept is read back; anything else is no draft', () => {
  const draft = { inquiryId: first, wasSent: false, values };
  expect(parseDraft(JSON.stringify(draft))).toEqual(draft);
  expect(parseDraft('')).toBeUndefined();
  expect(parseDraft('{"inquiryId":"x"}')).toBeUndefined();
  expect(parseDraft(JSON.stringify({ ...draft, values: { ...values, pets: 'none' } }))).toBeUndefined();
});
