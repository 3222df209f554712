import { useRef, useState } from 'react';
import type { Note } from '#contract/notes.ts';
import { dayLabel, momentLabel, plainDate } from '#domain/calendar.ts';
import { longestNote } from '#domain/notes.ts';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { PagedList } from '#web/app/paged-list.tsx';
import { useAppDispatch } from '#web/app/store.ts';
import { useMay } from '#web/app/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useFocusBack } from '#web/ui/focus-back.ts';
import { TextField } from '#web/ui/text-field.tsx';

/** For staff: what they have written down of a person. */
export function NotesSection({ profileId }: { profileId: string }) {
  const loaded = api.useListNotesInfiniteQuery({ params: { profileId } }, { refetchOnMountOrArgChange: true });
  return (
    <Card title="Notes" description="For staff alone, but for what a worker wrote to the customer.">
      <NewNote profileId={profileId} />
      <PagedList
        what="notes"
        loaded={loaded}
        rows={loaded.currentData?.pages.flatMap(({ notes }) => notes)}
        keyOf={({ id }) => id}
        className="divide-y divide-line *:py-3"
        empty={<p className="text-ink-soft">There are none.</p>}
      >
        {(note) => <NoteRow note={note} />}
      </PagedList>
    </Card>
  );
}

function NewNote({ profileId }: { profileId: string }) {
  const dispatch = useAppDispatch();
  const [create, { isLoading }] = api.useCreateNoteMutation();
  const [text, setText] = useState('');
  // A second press after a lost answer is of the same note.
  const id = useRef(crypto.randomUUID());
  const save = async () => {
    if (text.trim() === '') return;
    const { error } = await create({ params: { profileId }, body: { id: id.current, text } });
    // Other words came with this id, and stand; what was typed since can become a note of its own.
    if (!error || (isFailure(error) && error.errorCode === 'CONFLICT')) id.current = crypto.randomUUID();
    if (error) return dispatch(failureAlert(error));
    setText('');
  };
  return (
    <form
      className="mb-5 grid gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField label="New note" rows={2} maxLength={longestNote} autoComplete="off" value={text} onChange={setText} />
      <Button
        type="submit"
        variant="secondary"
        className="justify-self-start"
        isDisabled={text.trim() === ''}
        isPending={isLoading}
        pendingLabel="Saving…"
      >
        Add the note
      </Button>
    </form>
  );
}

function NoteRow({ note }: { note: Note }) {
  const { text, by, createdAt, editedAt, isOwn, visit } = note;
  const mayDelete = useMay('people') || isOwn;
  const [mode, setMode] = useState<'view' | 'edit' | 'delete'>('view');
  const edit = useFocusBack(mode === 'edit');
  if (mode === 'edit') return <EditNote note={note} onEnd={() => setMode('view')} />;
  return (
    <article>
      <p className="whitespace-pre-line">{text}</p>
      <p className="text-ink-soft">
        {by}, {momentLabel(createdAt)}
        {editedAt && `, changed ${momentLabel(editedAt)}`}
        {visit &&
          `, at the visit of ${dayLabel(plainDate(visit.date))} to the ${visit.reader}${
            visit.reader === 'office' && !visit.readAt ? ', not read yet' : ''
          }`}
      </p>
      <div className="flex flex-wrap gap-x-2">
        {isOwn && (
          <Button
            ref={edit}
            variant="quiet"
            aria-label={`Edit the note of ${momentLabel(createdAt)}`}
            onPress={() => setMode('edit')}
          >
            Edit
          </Button>
        )}
        {mayDelete && (
          <Button
            variant="quiet"
            className="text-danger"
            aria-label={`Delete the note of ${momentLabel(createdAt)}`}
            onPress={() => setMode('delete')}
          >
            Delete
          </Button>
        )}
      </div>
      {mode === 'delete' && <DeleteNote note={note} onClose={() => setMode('view')} />}
    </article>
  );
}

function EditNote({ note, onEnd }: { note: Note; onEnd: () => void }) {
  const dispatch = useAppDispatch();
  const [update, { isLoading }] = api.useUpdateNoteMutation();
  const [text, setText] = useState(note.text);
  const save = async () => {
    const { error } = await update({ params: { noteId: note.id }, body: { text, version: note.version } });
    if (error) dispatch(failureAlert(error));
    else onEnd();
  };
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) void save();
      }}
    >
      <TextField
        label="Note"
        rows={3}
        maxLength={longestNote}
        autoComplete="off"
        autoFocus
        value={text}
        onChange={setText}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isDisabled={text.trim() === ''} isPending={isLoading} pendingLabel="Saving…">
          Save
        </Button>
        <Button variant="quiet" onPress={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function DeleteNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [remove] = api.useDeleteNoteMutation();
  const confirm = async () => {
    const { error } = await remove({ params: { noteId: note.id } });
    if (error) dispatch(failureAlert(error));
    onClose();
  };
  return (
    <ConfirmDialog
      title="Delete the note?"
      action="Delete it"
      pendingAction="Deleting…"
      isDanger
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>It cannot be brought back. The record of changes keeps that you deleted one, and not what stood in it.</p>
    </ConfirmDialog>
  );
}
