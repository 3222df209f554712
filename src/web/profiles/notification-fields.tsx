import type { UseFormReturnType } from '@mantine/form';
import { notificationPreferences, pickable } from '#domain/enums.ts';
import { enumLabel } from '#domain/labels.ts';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { OffersConsent, TextConsent } from '#web/ui/text-consent.tsx';

/** '' while none is chosen. */
export type NotificationValues = { notificationPreference: string; marketingTexts: boolean };

const options = pickable(notificationPreferences).map((value) => ({ value, label: enumLabel(value) }));

/** How a person wants to hear from the business, and what agreeing to texts means. */
export function NotificationFields({ form }: { form: UseFormReturnType<NotificationValues> }) {
  return (
    <div className="grid gap-4">
      <RadioCards
        label="Notification Preference"
        name="notificationPreference"
        columns={3}
        options={options}
        isRequired
        {...form.getInputProps('notificationPreference')}
      />
      <TextConsent />
      {form.values.notificationPreference.includes('TEXT') && (
        <OffersConsent name="marketingTexts" {...form.getInputProps('marketingTexts')} />
      )}
    </div>
  );
}
