import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { ActRequest } from '#contract/acts.ts';
import type { Effect } from '#domain/acts.ts';
import { moneyLabel } from '#domain/labels.ts';
import { isFailure, isUnanswered } from '#web/api/failure.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** What the preview says. */
export type ActWords = {
  /** What it does to customer, worker and business, in this order; whom it does nothing to is left out. */
  effects: readonly [string, string, string];
  notes: readonly string[];
  /** The button that does it. */
  action: string;
};

type ActDialogProps<Values, Answer extends { effect: Effect }> = {
  title: string;
  form: UseFormReturnType<Values>;
  /** Asks the server, which does nothing for a preview. */
  send: (values: Values, request: ActRequest) => Promise<{ data?: Answer; error?: unknown }>;
  words: (answer: Answer) => ActWords;
  /** Says that it is done; the dialog closes by itself. */
  onDone: (answer: Answer) => void;
  onClose: () => void;
  isDanger?: boolean;
  /** The fields. Without any, what it does is shown at once. */
  children?: ReactNode;
};

/**
 * Asks what staff want to do to money, shows what that does to each, and does it. Pressed again after a lost answer, it is
 * done once.
 */
export function ActDialog<Values, Answer extends { effect: Effect }>(props: ActDialogProps<Values, Answer>) {
  const { title, form, send, words, onDone, onClose, isDanger = false, children } = props;
  /** What the request that was shown would do; none while it can be changed. */
  const [shown, setShown] = useState<Answer>();
  const [isUnknown, setIsUnknown] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const requestId = useRef(crypto.randomUUID());
  const formProps = useFormSubmit(form, async (values) => {
    const isPreview = shown === undefined;
    setIsPending(true);
    const { data, error } = await send(values, { requestId: requestId.current, isPreview });
    setIsPending(false);
    const isLost = !isPreview && error !== undefined && mayBeDone(error);
    setIsUnknown(isLost);
    // What was refused can be changed.
    if (error !== undefined && !isLost) setShown(undefined);
    if (error !== undefined || data === undefined) return error;
    if (isPreview) setShown(data);
    else {
      onDone(data);
      onClose();
    }
    return undefined;
  });
  const hasFields = children !== undefined;
  const { ref: formRef } = formProps;
  const change = () => {
    // Another content is another request.
    requestId.current = crypto.randomUUID();
    setShown(undefined);
    setIsUnknown(false);
  };
  const told = shown && words(shown);
  return (
    <Dialog isOpen holdsForm title={title} onClose={onClose}>
      <form {...formProps} className="wrap-anywhere flex flex-col gap-5">
        {!hasFields && <AskAtOnce form={formRef} />}
        {shown && told ? <Preview effect={shown.effect} words={told} /> : children}
        {isUnknown && (
          <p role="alert">
            We do not know yet whether it was done. Please try again: it is done once, however often you press.
          </p>
        )}
        <Button type="submit" isPending={isPending} variant={told && isDanger ? 'danger' : 'primary'}>
          {told && isUnknown ? 'Try again' : (told?.action ?? 'Preview')}
        </Button>
        {told && hasFields && (
          <Button variant="quiet" onPress={change} isDisabled={isPending || isUnknown}>
            Edit
          </Button>
        )}
      </form>
    </Dialog>
  );
}

/** Sends the form as soon as it stands, which is after the dialog's own code was loaded. */
function AskAtOnce({ form }: { form: RefObject<HTMLFormElement | null> }) {
  useEffect(() => form.current?.requestSubmit(), [form]);
  return null;
}

/** Whether a call that failed may have been carried out. */
const mayBeDone = (error: unknown): boolean =>
  isUnanswered(error) && !(isFailure(error) && error.errorCode === 'PAYMENT_PROVIDER_UNAVAILABLE');

function Preview({ effect, words: { effects, notes } }: { effect: Effect; words: ActWords }) {
  const rows = [effect.customer, effect.worker, effect.business].flatMap((cents, index) =>
    cents === 0 ? [] : [{ label: effects[index], cents: Math.abs(cents) }],
  );
  return (
    <div>
      <dl className="grid gap-2">
        {rows.map(({ label, cents }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt>{label}</dt>
            <dd className="whitespace-nowrap font-semibold tabular-nums">{moneyLabel(cents)}</dd>
          </div>
        ))}
      </dl>
      {notes.map((note) => (
        <p key={note} className="mt-3 text-ink-soft">
          {note}
        </p>
      ))}
    </div>
  );
}
