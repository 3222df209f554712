import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { fieldOf } from '#web/app/field-of.ts';
import { TextField } from '#web/ui/text-field.tsx';

export type PersonValues = { firstName: string; lastName: string; email: string; phone: string };

type PersonFieldsProps = {
  form: UseFormReturnType<PersonValues>;
  emailNote?: string;
  isEmailFixed?: boolean;
  /** What belongs to the email, below it. */
  afterEmail?: ReactNode;
};

/** Name, email and phone of a person; for any form that has these fields. */
export function PersonFields({ form, emailNote, isEmailFixed, afterEmail }: PersonFieldsProps) {
  const field = fieldOf(form);
  return (
    <div className="wrap-anywhere grid gap-5 sm:grid-cols-2">
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
      <div className="grid min-w-0 content-start gap-3">
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
        {afterEmail}
      </div>
      <TextField label="Phone" type="tel" autoComplete="tel" isRequired {...field('phone')} />
    </div>
  );
}
