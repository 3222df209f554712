import type { UseFormReturnType } from '@mantine/form';
import { type FormEvent, useEffect, useRef } from 'react';
import { fieldErrors, isFailure } from '#web/api/failure.ts';
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts';
import { callSucceeded, errorsDismissed, failureAlert } from './alerts.ts';
import { useAppDispatch } from './store.ts';

/**
 * Sends a form, once at a time, and dismisses the errors of an earlier try. Errors found here or by the server are
 * marked at their fields, and focus moves to the first of these. In a dialog, what stands at its fields stands nowhere else, and the
 * error of a call is over once the dialog is closed or something else is chosen.
 * @param form checks itself with its own `validate`
 * @param send sends values without errors; returns the error of a call that failed, otherwise nothing
 * @param toFields finds the fields that such an error is about, for a form that names them otherwise than the server
 * @returns props for the form element: `<form {...formProps}>`
 */
export function useFormSubmit<Values>(
  form: Pick<UseFormReturnType<Values>, 'onSubmit' | 'setErrors' | 'getValues'>,
  send: (values: Values) => Promise<unknown>,
  toFields = fieldErrors,
) {
  const dispatch = useAppDispatch();
  const ref = useRef<HTMLFormElement>(null);
  const focusFirstError = () => ref.current && focusFirstInvalid(ref.current);
  const isSending = useRef(false);
  const failedCall = useRef<string>(undefined);
  useEffect(
    () => () => {
      if (failedCall.current) dispatch(callSucceeded(failedCall.current));
    },
    [dispatch],
  );
  const submit = form.onSubmit(async (values) => {
    // Enter in a text field submits the form again, even while its button is pending.
    if (isSending.current) return;
    isSending.current = true;
    dispatch(errorsDismissed());
    const error = await send(values).finally(() => {
      isSending.current = false;
    });
    if (!error) return;
    const fields = toFields(error);
    form.setErrors(fields);
    const isInDialog = ref.current?.closest('[role=dialog], [role=alertdialog]') != null;
    if (isInDialog && isFailure(error)) failedCall.current = error.call;
    if (!isInDialog || !areFieldsOf(form.getValues(), fields)) dispatch(failureAlert(error));
    focusFirstError();
  }, focusFirstError);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // React would pass the event of a form in a modal on to the form of the page below.
    event.stopPropagation();
    submit(event);
  };
  return { ref, onSubmit, noValidate: true };
}

/** @returns whether all that is wrong stands at fields of the form */
function areFieldsOf(values: unknown, errors: object): boolean {
  const paths = Object.keys(errors);
  const has = (path: string) => typeof values === 'object' && values !== null && (path.split('.')[0] ?? '') in values;
  return paths.length > 0 && paths.every(has);
}
