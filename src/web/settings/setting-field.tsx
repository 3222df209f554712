import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { type CalendarDay, type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { moneySettings, type SettingName, settingLabels, textSettings } from '#domain/settings.ts';
import { timeZoneLabels } from '#domain/time-zone-labels.ts';
import { yardStates } from '#domain/us-states.ts';
import { byMessage, wordedMessages } from '#domain/worded-messages.ts';
import { fieldOf } from '#web/app/field-of.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DayToggles } from '#web/ui/day-toggles.tsx';
import { ErrorLine, fieldClass, labelClass } from '#web/ui/field.tsx';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { dollarsToCents, NumberField } from '#web/ui/number-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { LogoField } from './logo-field.tsx';
import { isYesOrNo, settingHints, type YesOrNoSetting } from './settings-words.ts';

/** What the form of a part edits; a number is undefined while its field is empty. */
export type SettingValues = Partial<Record<Exclude<SettingName, YesOrNoSetting>, string | number>> &
  Partial<Record<YesOrNoSetting, boolean>> & { from?: CalendarDay };

const mayBeEmpty: SettingName[] = [
  'shortName',
  'logo',
  ...wordedMessages,
  'legalName',
  'taxLine',
  'supportHours',
  'rainPolicy',
  'wasteDisposal',
  'termsUrl',
  'privacyUrl',
  'disclaimerUrl',
  'facebookUrl',
  'instagramUrl',
  'reviewsUrl',
];
const rows: Partial<Record<SettingName, number>> = {
  businessAddress: 3,
  rainPolicy: 3,
  wasteDisposal: 3,
  serviceCities: 16,
  ...byMessage(() => 3),
};
const choices: Partial<Record<SettingName, { options: { value: string; label: string }[]; placeholder: string }>> = {
  serviceState: {
    options: yardStates.map(({ code, name }) => ({ value: code, label: name })),
    placeholder: 'Select a state',
  },
  timeZone: {
    options: Object.entries(timeZoneLabels).map(([value, label]) => ({ value, label })),
    placeholder: 'Select a time zone',
  },
};

type DaysFieldProps = { label: string; value: string; onChange: (days: string) => void; error: ReactNode };

function DaysField({ label, value, onChange, error }: DaysFieldProps) {
  const toggled = (day: WeekDay) => {
    const digit = String(weekDaysInOrder.indexOf(day) + 1);
    return [...(value.includes(digit) ? value.replace(digit, '') : value + digit)].sort().join('');
  };
  return (
    <div className={fieldClass}>
      <p className={labelClass}>{label}</p>
      <DayToggles
        picked={weekDaysInOrder.filter((_, index) => value.includes(String(index + 1)))}
        disabled={[]}
        onToggle={(day) => onChange(toggled(day))}
      />
      {error && <ErrorLine>{error}</ErrorLine>}
    </div>
  );
}

/** The field of one setting. */
export function SettingField({ name, form }: { name: SettingName; form: UseFormReturnType<SettingValues> }) {
  const shared = {
    label: settingLabels[name],
    description: settingHints[name],
    isRequired: !mayBeEmpty.includes(name),
  };
  if (isYesOrNo(name)) return <Checkbox {...shared} isRequired={false} {...fieldOf(form)(name)} />;
  const { value, onChange, ...field } = fieldOf(form)(name);
  if (name === 'textsOnDays') {
    return <DaysField label={shared.label} value={String(value)} onChange={onChange} error={field.error} />;
  }
  if (name === 'logo') {
    return (
      <LogoField
        label={shared.label}
        description={shared.description}
        value={String(value ?? '')}
        onChange={onChange}
        error={field.error}
      />
    );
  }
  if (name === 'accentColor') {
    return (
      <div className="grid gap-2">
        <TextField {...shared} {...field} value={value} onChange={onChange} autoComplete="off" />
        <input
          type="color"
          aria-label="Choose the color"
          value={/^#[0-9a-f]{6}$/i.test(String(value)) ? String(value) : '#ffffff'}
          onChange={(event) => onChange(event.target.value)}
          className="h-12 w-full cursor-pointer rounded-control border-[1.5px] border-line-strong bg-surface p-1"
        />
      </div>
    );
  }
  const choice = choices[name];
  if (choice) return <NativeSelect {...shared} {...field} value={value} onChange={onChange} {...choice} />;
  if (textSettings.includes(name)) {
    return (
      <TextField {...shared} {...field} value={value} onChange={onChange} autoComplete="off" rows={rows[name] ?? 1} />
    );
  }
  const isMoney = (moneySettings as readonly SettingName[]).includes(name);
  const unit = isMoney ? 'dollars' : name === 'platformFeePercent' && 'percent';
  return (
    <NumberField
      {...shared}
      {...field}
      {...(unit && { unit })}
      minValue={0}
      value={value === undefined ? undefined : isMoney ? value / 100 : value}
      onChange={(number) => onChange(number === undefined || !isMoney ? number : dollarsToCents(number))}
    />
  );
}
