import { NoteFields } from '#web/addresses/note-fields.tsx';
import type { useAddressNotes } from '#web/app/address-notes.ts';
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx';

/** The gate and dog notes, which are kept with the service address. */
export function AddressNoteFields({ notes }: { notes: ReturnType<typeof useAddressNotes> }) {
  return (
    <>
      {notes.differences.length > 0 && (
        <ChangedMeanwhile differences={notes.differences} onKeep={notes.keepTyped} onTakeSaved={notes.takeSaved} />
      )}
      <NoteFields
        gateHelp="How do we get into the yard? Only the keeper who comes and our staff see this. Kept with the address."
        field={(name) => ({
          value: notes.typed[name],
          onChange: (text) => notes.type({ [name]: text }),
          error: notes.errors[name],
          maxLength: 1000,
        })}
      />
    </>
  );
}
