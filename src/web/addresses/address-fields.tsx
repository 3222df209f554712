import type { UseFormReturnType } from '@mantine/form';
import { usStates, yardStates } from '#domain/us-states.ts';
import { fieldOf } from '#web/app/field-of.ts';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** What the address section of a form edits; `state` is a code of `usStates`, '' while none is chosen. */
export type AddressValues = {
  streetAddress1: string;
  streetAddress2?: string;
  city: string;
  state: string;
  zipCode: string;
};

export const emptyAddress = { streetAddress1: '', streetAddress2: '', city: '', state: '', zipCode: '' };

const toOptions = (states: readonly { code: string; name: string }[]) =>
  states.map(({ code, name }) => ({ value: code, label: name }));
const [stateOptions, yardStateOptions] = [toOptions(usStates), toOptions(yardStates)];

/**
 * Street lines, city, state and zip of an address in the United States; for any form that has these fields.
 * @param isYard whether it can be the address of a yard only
 */
export function AddressFields({ form, isYard }: { form: UseFormReturnType<AddressValues>; isYard?: boolean }) {
  const field = fieldOf(form);
  return (
    <div className="grid gap-5 sm:grid-cols-6">
      <TextField
        label="Street Address 1"
        autoComplete="address-line1"
        isRequired
        className="sm:col-span-6"
        {...field('streetAddress1')}
      />
      <TextField
        label="Street Address 2"
        autoComplete="address-line2"
        description="Apartment, suite or unit, if there is one."
        className="sm:col-span-6"
        {...field('streetAddress2')}
      />
      <TextField label="City" autoComplete="address-level2" isRequired className="sm:col-span-6" {...field('city')} />
      <NativeSelect
        label="State"
        autoComplete="address-level1"
        placeholder="Select a state"
        options={isYard ? yardStateOptions : stateOptions}
        isRequired
        className="sm:col-span-4"
        {...field('state')}
      />
      <TextField
        label="Zip Code"
        autoComplete="postal-code"
        inputMode="numeric"
        maxLength={40}
        isRequired
        className="sm:col-span-2"
        {...field('zipCode')}
      />
    </div>
  );
}
