import type { UseFormReturnType } from '@mantine/form';

/** @returns the props of a form's fields by their names, which the browser goes by too */
export const fieldOf =
  <Values>(form: Pick<UseFormReturnType<Values>, 'getInputProps'>) =>
  (name: keyof Values & string) => ({ name, ...form.getInputProps(name) });
