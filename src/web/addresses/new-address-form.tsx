import { schemaResolver, useForm } from '@mantine/form';
import { type FormEvent, type ReactNode, useRef } from 'react';
import * as z from 'zod/mini';
import { type Address, NewAddress } from '#contract/addresses.ts';
import { api } from '#web/api/api.ts';
import { fieldErrors } from '#web/api/failure.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { focusFirstInvalid } from '#web/ui/focus-first-error.ts';
import { type AddressDetails, AddressDetailsFields, emptyDetails } from './address-details-fields.tsx';
import { AddressFields, type AddressValues, emptyAddress } from './address-fields.tsx';
import { useHasYard } from './has-yard.ts';
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
  const dispatch = useAppDispatch();
  const formElement = useRef<HTMLFormElement>(null);
  const hasYard = useHasYard(profileId);
  const [createAddress, { isLoading }] = api.useCreateAddressMutation();
  const form = useForm<AddressValues & AddressDetails>({
    initialValues: { ...emptyAddress, ...emptyDetails },
    validate: schemaResolver(AddressForm, { sync: true }),
    clearInputErrorOnChange: true,
  });
  const focusFirstError = () => formElement.current && focusFirstInvalid(formElement.current);
  const submit = form.onSubmit(async (values) => {
    const body = NewAddress.parse({ ...values, profileId, country: 'US' });
    const { data, error } = await createAddress({ params: { profileId }, body });
    if (data) {
      onCreated(data.address);
      return;
    }
    form.setErrors(fieldErrors(error));
    dispatch(failureAlert(error));
    focusFirstError();
  }, focusFirstError);

  return (
    <form
      ref={formElement}
      noValidate
      className="grid gap-6"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        // In a modal React would hand the event on to the form of the page below.
        event.stopPropagation();
        submit(event);
      }}
    >
      <div>
        <AddressFields form={form} />
        <ZipCheck values={form.values} hasYard={hasYard} />
      </div>
      <AddressDetailsFields form={form} hasYard={hasYard} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isPending={isLoading} pendingLabel="Saving…">
          Create
        </Button>
        {cancel}
      </div>
    </form>
  );
}
