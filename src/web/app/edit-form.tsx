import { type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useEffect, useState } from 'react';
import { announce } from '#web/ui/announce.ts';
import { Card } from '#web/ui/card.tsx';
import { SaveOrCancel } from '#web/ui/save-or-cancel.tsx';
import { errorsDismissed } from './alerts.ts';
import { useFormSubmit } from './form-submit.ts';
import { useSavedVersion } from './saved-version.tsx';
import { useAppDispatch } from './store.ts';
import { useToldOnce } from './told-once.ts';

type EditFormProps<Values extends Record<string, unknown>> = {
  title: string;
  /** The thing as it is saved now. */
  saved: { version: number };
  /** The saved values, as the form names them. */
  values: Values;
  /** @returns the names of the values and their texts; shown where somebody else saved something different */
  rowsOf: (values: Values) => readonly (readonly [string, string])[];
  validate: (values: Values) => Record<string, ReactNode>;
  /** The fields that are checked when they are left; by default all. */
  checkedOnBlur?: string[];
  onValuesChange?: (values: Values, before: Values, form: UseFormReturnType<Values>) => void;
  isSaving: boolean;
  /** @param version the version that the edit is based on */
  save: (values: Values, version: number) => Promise<{ error?: unknown }>;
  /** Called when the person has saved or canceled. */
  onEnd: () => void;
  children: (form: UseFormReturnType<Values>) => ReactNode;
};

/** Edits what others may edit too. When a newer version arrives, keeps what was typed and asks the person. */
export function EditForm<Values extends Record<string, unknown>>(props: EditFormProps<Values>) {
  const { title, saved, values, rowsOf, checkedOnBlur = true, isSaving, save, onEnd, children } = props;
  const form: UseFormReturnType<Values> = useForm<Values>({
    initialValues: values,
    validate: props.validate,
    validateInputOnBlur: checkedOnBlur,
    onValuesChange: (now, before) => props.onValuesChange?.(now, before, form),
  });
  const [wasSent, setWasSent] = useState(false);
  const typed = rowsOf(form.values);
  const { version, isSavedAlready, question } = useSavedVersion(saved, {
    form,
    savedValues: values,
    differences: rowsOf(values).filter(([, text], index) => text !== typed[index]?.[1]),
    isSaving,
    wasSent,
  });
  const dispatch = useAppDispatch();
  // The answer to an earlier try was lost, and the next try is told of a newer version: our own.
  useEffect(() => {
    if (!isSavedAlready) return;
    dispatch(errorsDismissed());
    onEnd();
  }, [isSavedAlready, dispatch, onEnd]);
  const toldOnce = useToldOnce(saved.version > version && !isSaving);
  const formProps = useFormSubmit(form, async (sent) => {
    setWasSent(true);
    const { error } = await save(sent, version);
    if (!error) {
      announce('Saved.');
      onEnd();
    }
    toldOnce(error);
    return error;
  });
  const { ref } = formProps;
  // The button that opened it has gone with what it changes.
  useEffect(() => ref.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [ref]);
  return (
    <Card title={title}>
      {question(ref)}
      <form {...formProps} className="grid gap-5">
        {children(form)}
        <SaveOrCancel isSaving={isSaving} onCancel={onEnd} />
      </form>
    </Card>
  );
}
