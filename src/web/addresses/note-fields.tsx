import type { ComponentProps } from 'react';
import { TextField } from '#web/ui/text-field.tsx';

type NoteFieldsProps = {
  field: (
    name: 'gateNotes' | 'dogNotes',
  ) => Pick<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'error' | 'maxLength'>;
  /** What to tell of the gate, and who reads it. */
  gateHelp: string;
};

/** What the worker should know at the gate. */
export function NoteFields({ field, gateHelp }: NoteFieldsProps) {
  const note = { autoComplete: 'off', rows: 3 };
  return (
    <>
      <TextField {...note} label="Gate notes" name="gateNotes" description={gateHelp} {...field('gateNotes')} />
      <TextField
        {...note}
        label="Dog notes"
        name="dogNotes"
        description="Who do we meet there? Names, habits, and whether somebody is in the yard when we come."
        {...field('dogNotes')}
      />
    </>
  );
}
