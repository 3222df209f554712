import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { noteNames, type useAddressNotes } from './address-notes.ts';

/** The gate and dog notes of the service address, which is where they are kept. */
export function NoteFields({ notes }: { notes: ReturnType<typeof useAddressNotes> }) {
  return (
    <>
      {notes.differences.length > 0 && (
        <ChangedMeanwhile differences={notes.differences} onKeep={notes.keepTyped} onTakeSaved={notes.takeSaved} />
      )}
      <TextField
        label={noteNames.gateNotes}
        name="gateNotes"
        autoComplete="off"
        rows={3}
        maxLength={1000}
        description="How do we get into the yard? Only the worker who comes and our staff see this. Kept with the address."
        value={notes.typed.gateNotes}
        onChange={(gateNotes) => notes.type({ gateNotes })}
        error={notes.errors.gateNotes}
      />
      <TextField
        label={noteNames.dogNotes}
        name="dogNotes"
        autoComplete="off"
        rows={3}
        maxLength={1000}
        description="Who do we meet there? Names, habits, and whether somebody is in the yard when we come."
        value={notes.typed.dogNotes}
        onChange={(dogNotes) => notes.type({ dogNotes })}
        error={notes.errors.dogNotes}
      />
    </>
  );
}
