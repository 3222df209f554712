import type { UseFormReturnType } from '@mantine/form';
import { type FormEvent, useRef } from 'react';
import { fieldErrors } from '#web/api/failure.ts';
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts';
import { errorsDismissed, failureAlert } from './alerts.ts';
import { useAppDispatch } from './store.ts';

/**
 * Sends a form, once at a time, and dismisses the errors of an earlier try. Errors found here or by the server are
 * marked at their fields, and focus moves to the first of these.
 * @param form checks itself with its own `validate`
 * @param send sends values without errors; returns the error of a call that failed, otherwise nothing
 * @param toFields finds the fields that such an error is about, for a form that names them otherwise than the server
 * @returns props for the form element: `<form {...formProps}>`
 */
export function useFormSubmit<Values>(
  form: Pick<UseFormReturnType<Values>, 'onSubmit' | 'setErrors'>,
  send: (values: Values) => Promise<unknown>,
  toFields = fieldErrors,
) {
  const dispatch = useAppDispatch();
  const ref = useRef<HTMLFormElement>(null);
  const focusFirstError = () => ref.current && focusFirstInvalid(ref.current);
  const isSending = useRef(false);
  const submit = form.onSubmit(async (values) => {
    // Enter in a text field submits the form again, even while its button is pending.
    if (isSending.current) return;
    isSending.current = true;
    dispatch(errorsDismissed());
    const error = await send(values).finally(() => {
      isSending.current = false;
    });
    if (!error) return;
    form.setErrors(toFields(error));
    dispatch(failureAlert(error));
    focusFirstError();
  }, focusFirstError);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // React would pass the event of a form in a modal on to the form of the page below.
    event.stopPropagation();
    submit(event);
  };
  return { ref, onSubmit, noValidate: true };
}
