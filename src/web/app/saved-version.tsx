import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, type RefObject, useState } from 'react';
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx';

type SavedVersionRules<Values> = {
  form: Pick<UseFormReturnType<Values>, 'setValues' | 'clearErrors'>;
  /** The form's values as they are saved now. */
  savedValues: Values;
  /** The saved values that differ from what was typed: name and value. */
  differences: readonly (readonly [string, string])[];
  isSaving: boolean;
  /** Whether these values were sent, whatever became of it. */
  wasSent: boolean;
};

/**
 * For a form that edits what others may edit too. When a newer version arrives, the form keeps what was typed and asks
 * the person which values to keep.
 * @param saved the thing as it is saved now
 * @returns the version that the edit is based on; whether a newer one with exactly what was sent has come; and the
 * question, which stands above the form
 */
export function useSavedVersion<Values>(saved: { version: number }, rules: SavedVersionRules<Values>) {
  const { form, savedValues, differences, isSaving, wasSent } = rules;
  const [version, setVersion] = useState(saved.version);
  const [isSavedAlready, setSavedAlready] = useState(false);
  const isNewer = saved.version > version;
  // Somebody else saved exactly what was typed here, so there is nothing to ask.
  const isSame = isNewer && differences.length === 0;
  if (isSame) setVersion(saved.version);
  if (isSame && wasSent && !isSavedAlready) setSavedAlready(true);
  const question = (formElement: RefObject<HTMLFormElement | null>): ReactNode => {
    if (!isNewer || isSaving) return null;
    const goOnFromSaved = () => {
      setVersion(saved.version);
      formElement.current?.querySelector('input')?.focus();
    };
    return (
      <ChangedMeanwhile
        key={saved.version}
        differences={differences}
        onKeep={goOnFromSaved}
        onTakeSaved={() => {
          form.setValues(savedValues);
          form.clearErrors();
          goOnFromSaved();
        }}
      />
    );
  };
  return { version, isSavedAlready, question };
}
