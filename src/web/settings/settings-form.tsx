import { schemaResolver } from '@mantine/form';
import { useRef } from 'react';
import { type SettingsAnswer, SettingsForm } from '#contract/settings.ts';
import { momentLabel } from '#domain/calendar.ts';
import { type SettingName, settingLabels, settingParts, textSettings } from '#domain/settings.ts';
import { api } from '#web/api/api.ts';
import { successAlert } from '#web/app/alerts.ts';
import { EditForm } from '#web/app/edit-form.tsx';
import { fieldOf } from '#web/app/field-of.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { LeftOutside } from './left-outside.tsx';
import { SettingField, type SettingValues } from './setting-field.tsx';
import { type Part, partTitles, settingText } from './settings-words.ts';
import { WordsFields } from './words-fields.tsx';

const check = schemaResolver(SettingsForm, { sync: true });

type SettingsPartFormProps = {
  part: Part;
  saved: SettingsAnswer;
  /** Whether the owner looks it over for the first time: whoever asks says what comes of a save that changes nothing. */
  isFirst?: boolean;
  /** Whether the business has no name yet: that of the product is not filled in. */
  isUnnamed?: boolean;
  onEnd: (isSaved: boolean) => void;
};

/** Changes the settings of a part. `onEnd` is called when that is done, or given up. */
export function SettingsPartForm({ part, saved, isFirst = false, isUnnamed = false, onEnd }: SettingsPartFormProps) {
  const isSaved = useRef(false);
  const dispatch = useAppDispatch();
  const [saveSettings, { isLoading }] = api.useSaveSettingsMutation();
  const names: readonly SettingName[] = settingParts[part];
  const values: SettingValues = Object.fromEntries(
    names.map((name) => [name, name === 'businessName' && isUnnamed ? '' : saved.soon[name]]),
  );
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
        const isTouched = Object.keys(touched).length > 0;
        isSaved.current = answer.data !== undefined;
        if (answer.data && (isTouched || !isFirst)) dispatch(successAlert(savedWords(saved, answer.data, isTouched)));
        return answer;
      }}
      onEnd={() => onEnd(isSaved.current)}
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

function savedWords(before: SettingsAnswer, after: SettingsAnswer, isTouched: boolean): string {
  const known = before.upcoming.map(({ id }) => id);
  const change = after.upcoming.find(({ id }) => !known.includes(id));
  if (change) return `Saved. It counts from ${momentLabel(change.from)} on.`;
  return isTouched
    ? 'Nothing was saved: a change that is planned already has it so by then.'
    : 'Saved. Nothing is different.';
}
