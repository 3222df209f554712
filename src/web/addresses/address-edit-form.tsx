import { schemaResolver, useForm } from '@mantine/form';
import { useRef } from 'react';
import * as z from 'zod/mini';
import { type Address, AddressUpdate } from '#contract/addresses.ts';
import { api } from '#web/api/api.ts';
import { fieldErrors } from '#web/api/failure.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { focusFirstInvalid } from '#web/ui/focus-first-error.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { AddressFields, type AddressValues } from './address-fields.tsx';

/** What the person may change; the country is given. */
const EditForm = z.omit(AddressUpdate, { id: true, country: true });
type EditValues = AddressValues & { label: string; primaryAddress: boolean };

/** Changes an address. `onEnd` is called when that is done, or given up. */
export function AddressEditForm({ address, onEnd }: { address: Address; onEnd: () => void }) {
  const dispatch = useAppDispatch();
  const formElement = useRef<HTMLFormElement>(null);
  const [updateAddress, { isLoading }] = api.useUpdateAddressMutation();
  const { label, streetAddress1, streetAddress2 = '', city, state, zipCode, primaryAddress } = address;
  const form = useForm<EditValues>({
    initialValues: { label, streetAddress1, streetAddress2, city, state, zipCode, primaryAddress },
    validate: schemaResolver(EditForm, { sync: true }),
    clearInputErrorOnChange: true,
  });
  const focusFirstError = () => formElement.current && focusFirstInvalid(formElement.current);
  const submit = form.onSubmit(async (values) => {
    const body = AddressUpdate.parse({ ...values, id: address.id, country: 'US' });
    const call = { params: { addressId: address.id } };
    const { data, error } = await updateAddress({ ...call, body });
    if (data) {
      // Shown at once; the reload that the change brings about comes a moment later.
      dispatch(api.util.updateQueryData('getAddress', call, () => data));
      onEnd();
      return;
    }
    form.setErrors(fieldErrors(error));
    dispatch(failureAlert(error));
    focusFirstError();
  }, focusFirstError);

  return (
    <Card title="Edit address">
      <form ref={formElement} onSubmit={submit} noValidate className="grid gap-5">
        <TextField
          label="Label"
          name="label"
          autoComplete="off"
          description="What you call this place."
          isRequired
          autoFocus
          {...form.getInputProps('label')}
        />
        <AddressFields form={form} />
        <Checkbox
          label="Primary address"
          description="The one we suggest first."
          name="primaryAddress"
          {...form.getInputProps('primaryAddress')}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isPending={isLoading} pendingLabel="Saving…">
            Save
          </Button>
          <Button variant="quiet" onPress={onEnd} isDisabled={isLoading}>
            Cancel
          </Button>
        </div>
      </form>
    </Card>
  );
}
