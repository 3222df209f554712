import type { UseFormReturnType } from '@mantine/form';
import { type FormEvent, useRef } from 'react';
import { fieldErrors } from '#web/api/failure.ts';
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts';
import { errorsDismissed, failureAlert } from './alerts.ts';
import { useAppDispatch } from './store.ts';

/**
 * Sends a form, once at a time, and dismisses what an earlier try alerted. What is wrong with it, be it found here or by
 * the server, is marked at its field, and focus goes to the first of these.
 * @param form how it is checked is its own `validate`
 * @param send sends values without errors; gives the error of a call that failed, otherwise nothing
 * @param toFields the fields that such an error is about, for a form that names them otherwise than the server
 * @returns for the form element: `<form {...formProps}>`
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
    // Enter in a form's only text field submits it again, whatever its button says.
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
    // From a form in a modal, React would hand the event on to the form of the page below.
    event.stopPropagation();
    submit(event);
  };
  return { ref, onSubmit, noValidate: true };
}
