import { schemaResolver } from '@mantine/form';
import * as z from 'zod/mini';
import { type Address, AddressUpdate } from '#contract/addresses.ts';
import { api } from '#web/api/api.ts';
import { EditForm } from '#web/app/edit-form.tsx';
import { fieldOf } from '#web/app/field-of.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { type AddressDetails, AddressDetailsFields } from './address-details-fields.tsx';
import { AddressFields, type AddressValues } from './address-fields.tsx';
import { addressRows } from './address-rows.ts';
import { useWhose } from './whose.ts';
import { ZipCheck } from './zip-check.tsx';

/** What the person may change; the country is given. */
const Editable = z.omit(AddressUpdate, { id: true, country: true, version: true });
type EditValues = AddressValues & AddressDetails & { label: string };

const validate = schemaResolver(Editable, { sync: true });

/** Changes an address. `onEnd` is called when that is done, or given up. */
export function AddressEditForm({ address, onEnd }: { address: Address; onEnd: () => void }) {
  const dispatch = useAppDispatch();
  const { hasYard } = useWhose(address.profileId);
  const [updateAddress, { isLoading }] = api.useUpdateAddressMutation();
  return (
    <EditForm
      title="Edit address"
      saved={address}
      values={valuesOf(address)}
      rowsOf={(values) => addressRows({ ...values, country: address.country })}
      validate={validate}
      isSaving={isLoading}
      save={async (values, version) => {
        const body = AddressUpdate.parse({ ...values, id: address.id, country: 'US', version });
        const call = { params: { addressId: address.id } };
        // A refused change makes the cached address stale too, so that the newest one comes in by itself.
        const answer = await updateAddress({ ...call, body });
        // Shown at once; the reload that the change brings about comes a moment later.
        if (answer.data) dispatch(api.util.updateQueryData('getAddress', call, () => answer.data));
        return answer;
      }}
      onEnd={onEnd}
    >
      {(form) => (
        <>
          <TextField
            label="Label"
            autoComplete="off"
            description="What you call this place."
            isRequired
            {...fieldOf(form)('label')}
          />
          <div>
            <AddressFields form={form} />
            <ZipCheck values={form.values} hasYard={hasYard} />
          </div>
          <AddressDetailsFields form={form} hasYard={hasYard} />
        </>
      )}
    </EditForm>
  );
}

function valuesOf(address: Address): EditValues {
  const { label, streetAddress1, streetAddress2 = '', city, state, zipCode } = address;
  const { primaryAddress, gateNotes = '', dogNotes = '' } = address;
  return { label, streetAddress1, streetAddress2, city, state, zipCode, primaryAddress, gateNotes, dogNotes };
}
