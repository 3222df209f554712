import type { UseFormReturnType } from '@mantine/form';
import { fieldOf } from '#web/app/field-of.ts';
import { TextField } from '#web/ui/text-field.tsx';

export type PersonValues = { firstName: string; lastName: string; email: string; phone: string };

type PersonFieldsProps = { form: UseFormReturnType<PersonValues>; emailNote?: string; isEmailFixed?: boolean };

/** Name, email and phone of a person; for any form that has these fields. */
export function PersonFields({ form, emailNote, isEmailFixed }: PersonFieldsProps) {
  const field = fieldOf(form);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label="First Name"
        autoComplete="given-name"
        autoCapitalize="words"
        isRequired
        {...field('firstName')}
      />
      <TextField
        label="Last Name"
        autoComplete="family-name"
        autoCapitalize="words"
        isRequired
        {...field('lastName')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        description={emailNote}
        autoCapitalize="none"
        isRequired
        isReadOnly={isEmailFixed}
        {...field('email')}
      />
      <TextField label="Phone" type="tel" autoComplete="tel" isRequired {...field('phone')} />
    </div>
  );
}
