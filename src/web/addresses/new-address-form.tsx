import { schemaResolver, useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { type Address, NewAddress } from '#contract/addresses.ts';
import { api } from '#web/api/api.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { CreateOrCancel } from '#web/ui/create-or-cancel.tsx';
import { type AddressDetails, AddressDetailsFields, emptyDetails } from './address-details-fields.tsx';
import { AddressFields, type AddressValues, emptyAddress } from './address-fields.tsx';
import { useWhose } from './whose.ts';
import { ZipCheck } from './zip-check.tsx';

/** What the person fills in; the country and the profile are given. */
const AddressForm = z.omit(NewAddress, { profileId: true, country: true });

type NewAddressFormProps = {
  profileId: string;
  onCreated: (address: Address) => void;
  /** A button beside Create. */
  cancel: ReactNode;
};

/** Adds an address to a profile. */
export function NewAddressForm({ profileId, onCreated, cancel }: NewAddressFormProps) {
  const { hasYard } = useWhose(profileId);
  const [createAddress, { isLoading }] = api.useCreateAddressMutation();
  const form = useForm<AddressValues & AddressDetails>({
    initialValues: { ...emptyAddress, ...emptyDetails },
    validate: schemaResolver(AddressForm, { sync: true }),
    validateInputOnBlur: true,
  });
  const formProps = useFormSubmit(form, async (values) => {
    const body = NewAddress.parse({ ...values, profileId, country: 'US' });
    const { data, error } = await createAddress({ params: { profileId }, body });
    if (data) onCreated(data.address);
    return error;
  });

  return (
    <form {...formProps} className="grid gap-6">
      <div>
        <AddressFields form={form} />
        <ZipCheck values={form.values} hasYard={hasYard} />
      </div>
      <AddressDetailsFields form={form} hasYard={hasYard} />
      <CreateOrCancel isSaving={isLoading} cancel={cancel} />
    </form>
  );
}
