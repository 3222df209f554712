import { schemaResolver, type UseFormReturnType } from '@mantine/form';
import { Fragment, type ReactNode, useState } from 'react';
import { type SettingsAnswer, SettingsForm } from '#contract/settings.ts';
import { type CalendarDay, momentLabel, type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { countedLabel } from '#domain/labels.ts';
import {
  byMessage,
  fillWords,
  type WordedMessage,
  wordExamples,
  wordedMessages,
  wordGroups,
  wordingOf,
} from '#domain/message-words.ts';
import {
  moneySettings,
  type SettingName,
  settingLabels,
  settingParts,
  shortNameOf,
  textSettings,
} from '#domain/settings.ts';
import { timeZoneLabels } from '#domain/time-zone-labels.ts';
import { usStates } from '#domain/us-states.ts';
import { staffApi } from '#web/api/staff-api.ts';
import { successAlert } from '#web/app/alerts.ts';
import { EditForm } from '#web/app/edit-form.tsx';
import { fieldOf } from '#web/app/field-of.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { DayToggles } from '#web/ui/day-toggles.tsx';
import { ErrorLine, fieldClass, labelClass } from '#web/ui/field.tsx';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { dollarsToCents, NumberField } from '#web/ui/number-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { LeftOutside } from './left-outside.tsx';
import { LogoField } from './logo-field.tsx';
import { isYesOrNo, type Part, partTitles, settingHints, settingText, type YesOrNoSetting } from './settings-words.ts';

/** What the form of a part edits; a number is undefined while its field is empty. */
type Values = Partial<Record<Exclude<SettingName, YesOrNoSetting>, string | number>> &
  Partial<Record<YesOrNoSetting, boolean>> & { from?: CalendarDay };

const check = schemaResolver(SettingsForm, { sync: true });
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
    options: usStates.map(({ code, name }) => ({ value: code, label: name })),
    placeholder: 'Select a state',
  },
  timeZone: {
    options: Object.entries(timeZoneLabels).map(([value, label]) => ({ value, label })),
    placeholder: 'Select a time zone',
  },
};

/** Changes the settings of a part. `onEnd` is called when that is done, or given up. */
export function SettingsPartForm({ part, saved, onEnd }: { part: Part; saved: SettingsAnswer; onEnd: () => void }) {
  const dispatch = useAppDispatch();
  const [saveSettings, { isLoading }] = staffApi.useSaveSettingsMutation();
  const names: readonly SettingName[] = settingParts[part];
  const values: Values = Object.fromEntries(names.map((name) => [name, saved.soon[name]]));
  return (
    <EditForm
      title={partTitles[part]}
      saved={saved}
      values={values}
      rowsOf={(said) =>
        names.map(
          (name) => [settingLabels[name], said[name] === undefined ? '' : settingText(name, said[name])] as const,
        )
      }
      validate={(said) => ({
        ...check({ ...said, version: saved.version }),
        ...Object.fromEntries(
          names.filter((name) => said[name] === undefined).map((name) => [name, 'This field is required.']),
        ),
      })}
      checkedOnBlur={[...textSettings]}
      isSaving={isLoading}
      save={async ({ from, ...said }, version) => {
        // What was not touched may be about to change by itself, and is to.
        const touched = Object.fromEntries(
          names.flatMap((name) => (said[name] === saved.soon[name] ? [] : [[name, said[name]]])),
        );
        const answer = await saveSettings({ body: { ...touched, ...(from && { from }), version } });
        if (answer.data) dispatch(successAlert(savedWords(saved, answer.data, Object.keys(touched).length > 0)));
        return answer;
      }}
      onEnd={onEnd}
    >
      {(form) => (
        <>
          {part === 'words' ? (
            <WordsFields form={form} saved={saved} />
          ) : (
            names.map((name) => <SettingField key={name} name={name} form={form} />)
          )}
          {part === 'area' && <LeftOutside typed={form.values} saved={saved.soon} />}
          <DateField
            label="Counts from"
            description="The day on which it begins. Leave it empty for a minute after you save."
            {...fieldOf(form)('from')}
          />
        </>
      )}
    </EditForm>
  );
}

/** The words of each message, folded by whom they are for: open where something is wrong, not ours, or looked for. */
function WordsFields({ form, saved }: { form: UseFormReturnType<Values>; saved: SettingsAnswer }) {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const isFound = (name: WordedMessage) =>
    [wordingOf(name).label, wordingOf(name).ours, String(form.values[name] ?? '')].some((words) =>
      words.toLowerCase().includes(wanted),
    );
  const found = wordedMessages.filter((name) => isFound(name) || form.errors[name]);
  const groups = Object.entries(wordGroups).map(([group, title]) => {
    const names = found.filter((name) => wordingOf(name).group === group);
    if (names.length === 0) return null;
    const own = names.filter((name) => form.values[name]).length;
    const isWrong = names.some((name) => form.errors[name]);
    return (
      <details
        key={group}
        open={isWrong || own > 0 || wanted !== '' || undefined}
        className="rounded-control border border-line px-4"
      >
        <summary className="min-h-11 cursor-pointer py-3 font-semibold">
          {title}
          <span className="font-normal text-ink-soft">
            {' '}
            ({countedLabel(names.length, 'message')}
            {own > 0 && `, ${own} in your words`})
          </span>
        </summary>
        <div className="grid gap-6 pt-2 pb-6">
          {names.map((name) => (
            <Fragment key={name}>
              <SettingField name={name} form={form} />
              <WordsPreview name={name} typed={form.values[name]} sender={shortNameOf(saved.soon)} />
            </Fragment>
          ))}
        </div>
      </details>
    );
  });
  return (
    <>
      <search
        // What is looked for is no change, and Enter would save.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      >
        <TextField
          label="Find a message"
          description="By when it is sent, or by its words."
          type="search"
          autoComplete="off"
          value={typed}
          onChange={setTyped}
        />
      </search>
      <p role="status" className={found.length > 0 ? 'sr-only' : ''}>
        {wanted !== '' && (found.length > 0 ? countedLabel(found.length, 'message') : 'No message is like this.')}
      </p>
      {groups}
    </>
  );
}

type WordsPreviewProps = { name: WordedMessage; typed: string | number | undefined; sender: string };

/** A text message with what is typed, as somebody would get it. */
function WordsPreview({ name, typed, sender }: WordsPreviewProps) {
  const words = String(typed ?? '').trim() || wordingOf(name).ours;
  return (
    <p className="wrap-anywhere -mt-2 rounded-control bg-sunken px-4 py-3">
      <span className="font-semibold">As a text:</span> {`${sender}: ${fillWords(words, wordExamples)}`}
    </p>
  );
}

function savedWords(before: SettingsAnswer, after: SettingsAnswer, isTouched: boolean): string {
  const known = before.upcoming.map(({ id }) => id);
  const change = after.upcoming.find(({ id }) => !known.includes(id));
  if (change) return `Saved. It counts from ${momentLabel(change.from)} on.`;
  return isTouched
    ? 'Nothing was saved: a change that is planned already has it so by then.'
    : 'Saved. Nothing is different.';
}

function unitOf(name: SettingName): 'dollars' | 'percent' | undefined {
  if (name === 'platformFeePercent') return 'percent';
  return (moneySettings as readonly SettingName[]).includes(name) ? 'dollars' : undefined;
}

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

function SettingField({ name, form }: { name: SettingName; form: UseFormReturnType<Values> }) {
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
          aria-label="Choose the colour"
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
  return (
    <NumberField
      {...shared}
      {...field}
      {...(unitOf(name) && { unit: unitOf(name) })}
      minValue={0}
      value={value === undefined ? undefined : isMoney ? value / 100 : value}
      onChange={(number) => onChange(number === undefined || !isMoney ? number : dollarsToCents(number))}
    />
  );
}
