import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { TextField } from '#web/ui/text-field.tsx';
import { type InquiryForm, personalField } from './form-section.tsx';

/** Asks for the visitor's name and contact details. The page opens with focus on the first of these fields. */
export default function ContactFields({ form }: { form: InquiryForm }) {
  const field = personalField(form);
  const fields = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form opens
  useEffect(() => {
    // An anchor in the address names another section to begin with.
    if (!hash) fields.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);

  return (
    <div ref={fields} className="grid gap-5 sm:grid-cols-2">
      <TextField label="First Name" autoComplete="given-name" maxLength={200} isRequired {...field('firstName')} />
      <TextField label="Last Name" autoComplete="family-name" maxLength={200} isRequired {...field('lastName')} />
      <TextField label="Email" type="email" autoComplete="email" maxLength={254} isRequired {...field('email')} />
      <TextField label="Phone" type="tel" autoComplete="tel-national" maxLength={40} isRequired {...field('phone')} />
    </div>
  );
}
