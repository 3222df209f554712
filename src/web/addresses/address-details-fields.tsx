import type { UseFormReturnType } from '@mantine/form';
import { fieldOf } from '#web/app/field-of.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { NoteFields } from './note-fields.tsx';

/** What else an address has, besides where it is. */
export type AddressDetails = { primaryAddress: boolean; gateNotes: string; dogNotes: string };

export const emptyDetails: AddressDetails = { primaryAddress: false, gateNotes: '', dogNotes: '' };

type AddressDetailsFieldsProps = {
  form: UseFormReturnType<AddressDetails>;
  /** Whether a worker may come there; only then there is a gate to tell about. */
  hasYard: boolean;
};

/** Whether it is the primary one, and what the worker should know at the gate. */
export function AddressDetailsFields({ form, hasYard }: AddressDetailsFieldsProps) {
  const field = fieldOf(form);
  return (
    <>
      {hasYard && (
        <NoteFields
          gateHelp="How do we get into the yard? Which side the gate is on, how it opens, a code if it has one. Only the keeper who comes and our staff see this."
          field={field}
        />
      )}
      <Checkbox
        label="Primary address"
        description="The one we suggest first. There can be only one."
        {...field('primaryAddress')}
      />
    </>
  );
}
