import { useRef, useState } from 'react';
import type { InboundText } from '#contract/correspondence.ts';
import { longestAnswer } from '#domain/correspondence.ts';
import { phoneLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** Answers a text, by text or by mail to somebody who has its number. */
export function AnswerForm({
  text: { id: textId, sender, people, answers },
  onEnd,
}: {
  text: InboundText;
  onEnd: () => void;
}) {
  const dispatch = useAppDispatch();
  const [answer, { isLoading }] = api.useAnswerInboundTextMutation();
  const [words, setWords] = useState('');
  const [way, setWay] = useState('text');
  // A second press after a lost answer is of the same one; other words make another of it.
  const request = useRef({ id: '', of: '' });
  const send = async () => {
    const text = words.trim();
    if (text === '') return;
    const of = `${way} ${text}`;
    if (request.current.of !== of) request.current = { id: crypto.randomUUID(), of };
    const to = way === 'text' ? { channel: 'text' as const } : { channel: 'email' as const, profileId: way };
    const { error } = await answer({
      params: { textId },
      body: { id: request.current.id, ...to, text, answersSeen: answers.length },
    });
    if (error) return dispatch(failureAlert(error));
    dispatch(successAlert('The answer is on its way.'));
    onEnd();
  };
  const options = [
    { value: 'text', label: `Text to ${phoneLabel(sender)}` },
    ...people
      .filter(({ hasEmail }) => hasEmail)
      .map(({ profileId, name }) => ({ value: profileId, label: `Email to ${name}` })),
  ];
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextField
        label="Answer"
        description={`Up to ${longestAnswer} characters; it begins with the name of the business.`}
        rows={3}
        maxLength={longestAnswer}
        autoComplete="off"
        autoFocus
        value={words}
        onChange={setWords}
      />
      {options.length > 1 && (
        <NativeSelect label="By" placeholder="Choose one" options={options} value={way} onChange={setWay} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isDisabled={words.trim() === ''} isPending={isLoading} pendingLabel="Sending…">
          Send
        </Button>
        <Button variant="quiet" onPress={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
