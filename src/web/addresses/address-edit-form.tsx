import { schemaResolver, useForm } from '@mantine/form';
import * as z from 'zod/mini';
import { type Address, AddressUpdate } from '#contract/addresses.ts';
import { api } from '#web/api/api.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useSavedVersion } from '#web/app/saved-version.tsx';
import { useAppDispatch } from '#web/app/store.ts';
import { Card } from '#web/ui/card.tsx';
import { SaveOrCancel } from '#web/ui/save-or-cancel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type AddressDetails, AddressDetailsFields } from './address-details-fields.tsx';
import { AddressFields, type AddressValues } from './address-fields.tsx';
import { addressRows } from './address-rows.ts';
import { useHasYard } from './has-yard.ts';
import { ZipCheck } from './zip-check.tsx';

/** What the person may change; the country is given. */
const EditForm = z.omit(AddressUpdate, { id: true, country: true, version: true });
type EditValues = AddressValues & AddressDetails & { label: string };

/**
 * Changes an address. `onEnd` is called when that is done, or given up.
 * @param address as it is saved now; when a newer version comes, what was typed stays and the person is asked
 */
export function AddressEditForm({ address, onEnd }: { address: Address; onEnd: () => void }) {
  const dispatch = useAppDispatch();
  const hasYard = useHasYard(address.profileId);
  const [updateAddress, { isLoading }] = api.useUpdateAddressMutation();
  const form = useForm<EditValues>({
    initialValues: valuesOf(address),
    validate: schemaResolver(EditForm, { sync: true }),
    clearInputErrorOnChange: true,
    validateInputOnBlur: true,
  });
  const typed = addressRows({ ...form.values, country: address.country });
  const differences = addressRows(address).filter(([, value], index) => value !== typed[index]?.[1]);
  const { version, question } = useSavedVersion(address, {
    form,
    savedValues: valuesOf(address),
    differences,
    isSaving: isLoading,
  });
  const formProps = useFormSubmit(form, async (values) => {
    const body = AddressUpdate.parse({ ...values, id: address.id, country: 'US', version });
    const call = { params: { addressId: address.id } };
    // A refused change makes the cached address stale too, so that the newest one comes in by itself.
    const { data, error } = await updateAddress({ ...call, body });
    if (data) {
      onEnd();
      // Shown at once; the reload that the change brings about comes a moment later.
      dispatch(api.util.updateQueryData('getAddress', call, () => data));
    }
    return error;
  });

  return (
    <Card title="Edit address">
      {question(formProps.ref)}
      <form {...formProps} className="grid gap-5">
        <TextField
          label="Label"
          name="label"
          autoComplete="off"
          description="What you call this place."
          isRequired
          autoFocus
          {...form.getInputProps('label')}
        />
        <div>
          <AddressFields form={form} />
          <ZipCheck values={form.values} hasYard={hasYard} />
        </div>
        <AddressDetailsFields form={form} hasYard={hasYard} />
        <SaveOrCancel isSaving={isLoading} onCancel={onEnd} />
      </form>
    </Card>
  );
}

function valuesOf(address: Address): EditValues {
  const { label, streetAddress1, streetAddress2 = '', city, state, zipCode } = address;
  const { primaryAddress, gateNotes = '', dogNotes = '' } = address;
  return { label, streetAddress1, streetAddress2, city, state, zipCode, primaryAddress, gateNotes, dogNotes };
}
