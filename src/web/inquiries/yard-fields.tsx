import { TextField } from '#web/ui/text-field.tsx';
import { type InquiryForm, sectionField } from './form-section.tsx';

/** Asks how to get into the yard. */
export default function YardFields({ form }: { form: InquiryForm }) {
  return (
    <TextField
      label="Details"
      name="yardDetails"
      autoComplete="off"
      rows={4}
      maxLength={2000}
      description="Where the gate is, how it opens, and where dogs stay meanwhile."
      isRequired
      {...sectionField(form, 'yard')('yard.details')}
    />
  );
}
