import { inquiryFrequencyLabels } from '#domain/inquiry-labels.ts';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import type { InquiryForm } from './form-section.tsx';

const options = Object.entries(inquiryFrequencyLabels).map(([value, label]) => ({ value, label }));

/** Asks how often the keepers should come. */
export default function ScheduleFields({ form }: { form: InquiryForm }) {
  return (
    <RadioCards
      label="Frequency"
      name="frequency"
      columns={2}
      options={options}
      isRequired
      {...form.getInputProps('schedule.frequency')}
      onChange={(value) => form.setFieldValue('schedule', { frequency: value })}
    />
  );
}
