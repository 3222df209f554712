import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { fieldErrors } from '#web/api/failure.ts';
import { focusFirstInvalid } from '#web/ui/focus-first-error.ts';
import { editedDraft, type InquiryDraft, loadDraft, saveDraft } from './inquiry-draft.ts';
import { checkInquiry, emptyInquiry, type InquiryValues } from './inquiry-form.ts';
import { inquiryMessage, inquirySubject } from './inquiry-message.ts';
import { sendInquiry } from './send-inquiry.ts';

export type InquiryStatus = 'idle' | 'pending' | 'succeeded' | 'failed';

/** The inquiry form: its values, kept over a reload, and how far sending it has come. */
export function useInquiry() {
  const navigate = useNavigate();
  const formElement = useRef<HTMLFormElement>(null);
  const draft = useRef<InquiryDraft>(undefined);
  const [status, setStatus] = useState<InquiryStatus>('idle');

  const form = useForm<InquiryValues>({
    initialValues: emptyInquiry,
    clearInputErrorOnChange: false,
    onValuesChange: (values) => keep(editedDraft(draft.current, values, () => crypto.randomUUID())),
  });

  function keep(next: InquiryDraft | undefined) {
    draft.current = next;
    saveDraft(next);
  }

  // The prerendered page cannot know of the draft, so it comes after the first paint.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit
  useEffect(() => {
    const kept = loadDraft();
    if (!kept) return;
    draft.current = kept;
    form.setValues(kept.values);
  }, []);

  async function send() {
    const check = checkInquiry(form.getValues());
    form.setErrors(check.ok ? {} : check.errors);
    if (!check.ok) {
      setStatus('idle');
      await navigate({ hash: check.anchor }, { replace: true });
      if (formElement.current) focusFirstInvalid(formElement.current);
      return;
    }
    const { data } = check;
    const sent = { ...editedDraft(draft.current, form.getValues(), () => crypto.randomUUID()), wasSent: true };
    keep(sent);
    setStatus('pending');
    const failure = await sendInquiry({
      from: data.personal.email,
      subject: inquirySubject(data),
      message: inquiryMessage(data),
      data,
      inquiryId: sent.inquiryId,
      website: formElement.current?.querySelector<HTMLInputElement>('[name=website]')?.value ?? '',
    });
    if (failure) {
      // Seen when the person goes back to the form instead of trying again.
      form.setErrors(toFormFields(fieldErrors(failure)));
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

  return { form, formElement, status, send, leave, backToForm: () => setStatus('idle') };
}

/** The server's complaints name fields of the call's `data`. */
function toFormFields(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([path, message]) => [path.replace(/^data\./, ''), message]));
}
