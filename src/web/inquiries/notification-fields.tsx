import { communicationPreferenceLabels } from '#domain/inquiry-labels.ts';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { OffersConsent, TextConsent } from '#web/ui/text-consent.tsx';
import type { InquiryForm } from './form-section.tsx';

const options = Object.entries(communicationPreferenceLabels).map(([value, label]) => ({ value, label }));

/** Asks how the business should answer, and says what agreeing to texts means. */
export default function NotificationFields({ form }: { form: InquiryForm }) {
  return (
    <div className="grid gap-4">
      <RadioCards
        label="Communication preference"
        name="communicationPreference"
        columns={3}
        options={options}
        isRequired
        {...form.getInputProps('notification.communicationPreference')}
      />
      <TextConsent />
      {form.values.notification.communicationPreference !== 'email' && (
        <OffersConsent name="marketingTexts" {...form.getInputProps('notification.marketingTexts')} />
      )}
    </div>
  );
}
