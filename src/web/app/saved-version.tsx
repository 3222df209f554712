import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, type RefObject, useState } from 'react';
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx';

type SavedVersionRules<Values> = {
  form: Pick<UseFormReturnType<Values>, 'setValues' | 'clearErrors'>;
  /** What the form says when nothing was typed. */
  savedValues: Values;
  /** What is saved and differs from what was typed: names and values. */
  differences: readonly (readonly [string, string])[];
  isSaving: boolean;
};

/**
 * For a form that changes what others may change too: when a newer version comes, what was typed stays and the person
 * is asked.
 * @param saved the thing as it is saved now
 * @returns the version that the changes are made on, and the question, to stand above the form
 */
export function useSavedVersion<Values>(saved: { version: number }, rules: SavedVersionRules<Values>) {
  const { form, savedValues, differences, isSaving } = rules;
  const [version, setVersion] = useState(saved.version);
  const isNewer = saved.version > version;
  // What somebody else saved is just what stands here: there is nothing to ask.
  if (isNewer && differences.length === 0) setVersion(saved.version);
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
  return { version, question };
}
