import type { UseFormReturnType } from '@mantine/form';
import { notificationPreferences, pickable } from '#domain/enums.ts';
import { enumLabel } from '#domain/labels.ts';
import { RadioCards } from '#web/ui/radio-cards.tsx';

/** '' while none is chosen. */
export type NotificationValues = { notificationPreference: string };

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
      <p className="text-ink-soft text-sm">
        By choosing text messages you agree to get texts about your service and about 10 promotional text messages per
        month at the number you gave. Message and data rates may apply. To stop them, reply with one of STOP, QUIT,
        CANCEL, OPT-OUT or UNSUBSCRIBE at any time.
      </p>
    </div>
  );
}
