import type { UseFormReturnType } from '@mantine/form';
import { TextField } from '#web/ui/text-field.tsx';

export type PersonValues = { firstName: string; lastName: string; email: string; phone: string };

/** Name, e-mail and phone of a person; for any form that has these fields. */
export function PersonFields({ form, emailNote }: { form: UseFormReturnType<PersonValues>; emailNote?: string }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label="First Name"
        name="firstName"
        autoComplete="given-name"
        autoCapitalize="words"
        isRequired
        {...form.getInputProps('firstName')}
      />
      <TextField
        label="Last Name"
        name="lastName"
        autoComplete="family-name"
        autoCapitalize="words"
        isRequired
        {...form.getInputProps('lastName')}
      />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="email"
        description={emailNote}
        autoCapitalize="none"
        isRequired
        {...form.getInputProps('email')}
      />
      <TextField label="Phone" name="phone" type="tel" autoComplete="tel" isRequired {...form.getInputProps('phone')} />
    </div>
  );
}
