import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';
import type { InquiryValues } from './inquiry-checks.ts';

export type InquiryForm = UseFormReturnType<InquiryValues>;

type FormSectionProps = { id?: string; title: string; description?: string; children: ReactNode };

/** One part of the form, which the page's address can name. */
export function FormSection({ id, title, description, children }: FormSectionProps) {
  return (
    <div id={id} className="scroll-mt-4">
      <Card title={title} description={description}>
        {children}
      </Card>
    </div>
  );
}

/** The props of the fields of the first section by their names, which the browser goes by too. */
export function personalField(form: InquiryForm) {
  const field = sectionField(form, 'personal');
  return (name: string) => ({ name, ...field(`personal.${name}`) });
}

/**
 * The props of a section's fields. Editing one clears the errors of all of them.
 * @param section the path that the section's fields share, such as 'personal' or 'pets.0'
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
