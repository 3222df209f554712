import type { UseFormReturnType } from '@mantine/form';

/** @returns a function that gives the props of a field, with its name, which the browser's autofill also reads */
export const fieldOf =
  <Values>(form: Pick<UseFormReturnType<Values>, 'getInputProps'>) =>
  (name: keyof Values & string) => ({ name, ...form.getInputProps(name) });
