import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';
import type { InquiryValues } from './inquiry-checks.ts';

export type InquiryForm = UseFormReturnType<InquiryValues>;

type FormSectionProps = { id?: string; title: string; description?: string; children: ReactNode };

/** One section of the form. The page's address can name it by its id. */
export function FormSection({ id, title, description, children }: FormSectionProps) {
  return (
    <div id={id} className="scroll-mt-4">
      <Card title={title} description={description}>
        {children}
      </Card>
    </div>
  );
}

/** @returns a function that gives the props of a field of the first section, with its name */
export function personalField(form: InquiryForm) {
  const field = sectionField(form, 'personal');
  return (name: string) => ({ name, ...field(`personal.${name}`) });
}

/**
 * Clears the errors of a whole section when one of its fields is edited.
 * @param section the path that the section's fields share, such as 'personal' or 'pets.0'
 * @returns a function that gives the props of a field of the section
 */
export function sectionField(form: InquiryForm, section: string) {
  return (path: string) => {
    const props = form.getInputProps(path);
    return {
      ...props,
      onChange: (value: unknown) => {
        props.onChange(value);
        form.setErrors((errors) =>
          Object.fromEntries(Object.entries(errors).filter(([name]) => !`${name}.`.startsWith(`${section}.`))),
        );
      },
    };
  };
}
