import { useRef, useState } from 'react';
import { longestAnswer } from '#domain/correspondence.ts';
import { phoneLabel } from '#domain/labels.ts';
import { isEmail } from '#domain/no-email.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { TextField } from '#web/ui/text-field.tsx';

export type Addressee = { profileId: string; name: string; email: string; phone: string };

/** Writes a text or an email to one customer or worker. */
export function WriteDialog({ to, onClose }: { to: Addressee; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [write, { isLoading }] = api.useWriteToPersonMutation();
  const [words, setWords] = useState('');
  const [channel, setChannel] = useState<'text' | 'email'>('text');
  // A second press after a lost answer is the same message; other words make another one.
  const request = useRef({ id: '', of: '' });

  async function send() {
    const text = words.trim();
    if (text === '') return;
    const of = `${channel} ${text}`;
    if (request.current.of !== of) request.current = { id: crypto.randomUUID(), of };
    const { error } = await write({
      params: { profileId: to.profileId },
      body: { id: request.current.id, channel, text },
    });
    if (error) {
      dispatch(failureAlert(error));
      return;
    }
    dispatch(successAlert('Your message is on its way.'));
    onClose();
  }

  return (
    <Dialog isOpen onClose={onClose} title={`Write to ${to.name}`} holdsForm>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <NativeSelect
          label="Send by"
          placeholder="Choose one"
          options={[
            { value: 'text', label: `Text to ${phoneLabel(to.phone)}` },
            ...(isEmail(to.email) ? [{ value: 'email', label: `Email to ${to.email}` }] : []),
          ]}
          value={channel}
          onChange={(value) => setChannel(value === 'email' ? 'email' : 'text')}
        />
        <TextField
          label="Message"
          description={
            channel === 'text'
              ? `Up to ${longestAnswer} characters. It goes out during your texting hours.`
              : `Up to ${longestAnswer} characters. Replies go to your business email.`
          }
          rows={4}
          maxLength={longestAnswer}
          autoComplete="off"
          autoFocus
          value={words}
          onChange={setWords}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" isDisabled={words.trim() === ''} isPending={isLoading} pendingLabel="Sending…">
            Send
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
