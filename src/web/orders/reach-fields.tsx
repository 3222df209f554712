import type { UseFormReturnType } from '@mantine/form';
import { staffWords } from '#domain/consent-words.ts';
import { fieldOf } from '#web/app/field-of.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { TextField } from '#web/ui/text-field.tsx';

export type ReachValues = { phone: string; email: string; channel: string; textsAgreed: boolean };

const channelOptions = [
  { value: 'text', label: 'Text', description: 'To the mobile number.' },
  { value: 'email', label: 'Email', description: 'It also proves the address.' },
] as const;

/** How somebody is reached, and how the link is sent; what it is sent to is required. */
export function ReachFields({ form }: { form: UseFormReturnType<ReachValues> }) {
  const field = fieldOf(form);
  const { channel } = form.values;
  const change = form.getInputProps('channel');
  return (
    <div className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Phone" type="tel" autoComplete="off" isRequired={channel === 'text'} {...field('phone')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          isRequired={channel === 'email'}
          {...field('email')}
        />
      </div>
      <RadioCards
        label="Send the link by"
        name="channel"
        columns={2}
        isRequired
        options={channelOptions}
        {...change}
        onChange={(value) => {
          change.onChange(value);
          form.clearFieldError('phone');
          form.clearFieldError('email');
        }}
      />
      {channel === 'text' && <Checkbox label={staffWords} isRequired {...field('textsAgreed')} />}
    </div>
  );
}
