import type { UseFormReturnType } from '@mantine/form';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextField } from '#web/ui/text-field.tsx';

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
  return (
    <>
      {hasYard && (
        <>
          <TextField
            label="Gate notes"
            name="gateNotes"
            autoComplete="off"
            rows={3}
            description="How do we get into the yard? Which side the gate is on, how it opens, a code if it has one. Only the worker who comes and our staff see this."
            {...form.getInputProps('gateNotes')}
          />
          <TextField
            label="Dog notes"
            name="dogNotes"
            autoComplete="off"
            rows={3}
            description="Who do we meet there? Names, habits, and whether somebody is in the yard when we come."
            {...form.getInputProps('dogNotes')}
          />
        </>
      )}
      <Checkbox
        label="Primary address"
        description="The one we suggest first. There can be only one."
        name="primaryAddress"
        {...form.getInputProps('primaryAddress')}
      />
    </>
  );
}
