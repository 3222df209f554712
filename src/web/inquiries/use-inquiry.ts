import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts';
import type { InquiryDraft, InquiryValues } from './inquiry-checks.ts';
import { editedDraft, keptDraft, saveDraft } from './inquiry-draft.ts';
import { emptyInquiry } from './inquiry-values.ts';
import type { Sent } from './send-inquiry.ts';

export type InquiryStatus = 'idle' | 'pending' | 'succeeded' | 'failed';

/** Loads the form's rules and what sends it, which nobody needs before the fields are there. */
export const loadInquiryCode = async () => {
  const [{ checkInquiry, parseDraft }, { sendInquiry }] = await Promise.all([
    import('./inquiry-checks.ts'),
    import('./send-inquiry.ts'),
  ]);
  return { checkInquiry, parseDraft, sendInquiry };
};

/** Holds the inquiry form's values, which outlast a reload, and the state of sending it. */
export function useInquiry() {
  const navigate = useNavigate();
  const formElement = useRef<HTMLFormElement>(null);
  const draft = useRef<InquiryDraft>(undefined);
  const [status, setStatus] = useState<InquiryStatus>('idle');
  const [sent, setSent] = useState<Sent>();

  const form = useForm<InquiryValues>({
    initialValues: emptyInquiry,
    clearInputErrorOnChange: false,
    onValuesChange: (values) => keep(editedDraft(draft.current, values, () => crypto.randomUUID())),
  });

  function keep(next: InquiryDraft | undefined) {
    draft.current = next;
    saveDraft(next);
  }

  // The prerendered page cannot know the draft, so the draft is loaded after the first paint.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit
  useEffect(() => {
    const text = keptDraft();
    if (text === '') return;
    loadInquiryCode().then(
      ({ parseDraft }) => {
        const kept = parseDraft(text);
        if (!kept || draft.current) return;
        draft.current = kept;
        form.setValues(kept.values);
      },
      () => undefined,
    );
  }, []);

  async function send() {
    const { checkInquiry, sendInquiry } = await loadInquiryCode();
    const check = checkInquiry(form.getValues());
    // Draws the errors at once, because the focus below looks for marked fields.
    flushSync(() => form.setErrors(check.ok ? {} : check.errors));
    if (!check.ok) {
      setStatus('idle');
      await navigate({ hash: check.anchor }, { replace: true });
      if (formElement.current) focusFirstInvalid(formElement.current);
      return;
    }
    const sending = { ...editedDraft(draft.current, form.getValues(), () => crypto.randomUUID()), wasSent: true };
    keep(sending);
    setStatus('pending');
    const website = formElement.current?.querySelector<HTMLInputElement>('[name=website]')?.value ?? '';
    const result = await sendInquiry({ data: check.data, inquiryId: sending.inquiryId, website });
    setSent(result);
    if (!result.isSent) {
      // The person sees these errors when they go back to the form.
      form.setErrors(result.errors);
      setStatus('failed');
      return;
    }
    keep(undefined);
    setStatus('succeeded');
  }

  /** Forgets what was filled in and goes home. */
  function leave() {
    form.reset();
    keep(undefined);
    setStatus('idle');
    navigate('/');
  }

  return { form, formElement, status, sent, send, leave, backToForm: () => setStatus('idle') };
}
