import { communicationPreferences, inquiryFrequencies } from '#contract/inquiries.ts';
import { communicationPreferenceLabels, inquiryFrequencyLabels } from '#domain/inquiry-labels.ts';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { FormSection, type InquiryForm, sectionField } from './form-section.tsx';
import { anchors } from './inquiry-form.ts';

const preferenceOptions = communicationPreferences.map((value) => ({
  value,
  label: communicationPreferenceLabels[value],
}));
const frequencyOptions = inquiryFrequencies.map((value) => ({ value, label: inquiryFrequencyLabels[value] }));

/** How the visitor wants to hear from the business, and what agreeing to texts means. */
export function NotificationSection({ form }: { form: InquiryForm }) {
  return (
    <FormSection title="Notification">
      <div className="grid gap-4">
        <RadioCards
          label="Communication preference"
          name="communicationPreference"
          columns={3}
          options={preferenceOptions}
          isRequired
          {...form.getInputProps('notification.communicationPreference')}
        />
        <p className="text-ink-soft text-sm">
          By choosing text messages you agree to get texts about your service and about 10 promotional text messages per
          month at the number you gave. Message and data rates may apply. To stop them, reply with one of STOP, QUIT,
          CANCEL, <span className="whitespace-nowrap">OPT-OUT</span> or UNSUBSCRIBE at any time.
        </p>
      </div>
    </FormSection>
  );
}

/** How to get into the yard. */
export function YardSection({ form }: { form: InquiryForm }) {
  return (
    <FormSection id={anchors.yard} title="Yard Information" description="Describe the entrance to your yard.">
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
    </FormSection>
  );
}

/** How often the keepers should come. */
export function ScheduleSection({ form }: { form: InquiryForm }) {
  const frequency = form.getInputProps('schedule.frequency');
  return (
    <FormSection
      id={anchors.schedule}
      title="Schedule Preference"
      description="Pick your ideal service frequency and days(s)."
    >
      <RadioCards
        label="Frequency"
        name="frequency"
        columns={2}
        options={frequencyOptions}
        isRequired
        {...frequency}
        onChange={(value) => form.setFieldValue('schedule', { frequency: value })}
      />
    </FormSection>
  );
}
