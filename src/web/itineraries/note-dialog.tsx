import { type FormEvent, useRef, useState } from 'react';
import { longestVisitNote, type NoteReader } from '#domain/notes.ts';
import { successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { enqueue } from '#web/offline/outbox.ts';
import type { VisitOfEntry } from '#web/offline/outbox-entry.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { TextField } from '#web/ui/text-field.tsx';

type NoteDialogProps = { visit: VisitOfEntry; name: string; onClose: () => void };

/** Writes a note at a visit, to the customer or to the office; without a network the phone keeps it. */
export function NoteDialog({ visit, name, onClose }: NoteDialogProps) {
  const dispatch = useAppDispatch();
  // A press that comes twice is of the same note.
  const noteId = useRef(crypto.randomUUID());
  const [reader, setReader] = useState<NoteReader>();
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (!reader) return event.currentTarget.querySelector('input')?.focus();
    if (text.trim() === '') return event.currentTarget.querySelector('textarea')?.focus();
    setPending(true);
    await enqueue({ visit, change: { kind: 'note', noteId: noteId.current, reader, text: text.trim() } });
    dispatch(successAlert('Your note is kept, and goes out by itself.'));
    onClose();
  };
  return (
    <Dialog isOpen holdsForm title="Write a note" onClose={onClose}>
      <form onSubmit={(event) => void send(event)} noValidate className="grid gap-5">
        <RadioCards
          label="Who is to read it?"
          columns={2}
          isRequired
          value={reader}
          onChange={setReader}
          error={isTried && !reader ? 'Please choose who is to read it.' : undefined}
          options={[
            { value: 'customer', label: name, description: 'Gets it at once, and finds it at the visit.' },
            { value: 'office', label: 'The office', description: `${name} does not see it.` },
          ]}
        />
        <TextField
          label="Note"
          name="note"
          autoComplete="off"
          rows={3}
          maxLength={longestVisitNote}
          isRequired
          value={text}
          onChange={setText}
          error={isTried && text.trim() === '' ? 'Please write something.' : ''}
        />
        <p className="text-ink-soft">Once it is sent it cannot be changed.</p>
        <div className="flex flex-wrap justify-end gap-3 *:max-sm:flex-auto">
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" isPending={isPending} pendingLabel="Sending…">
            Send note
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
