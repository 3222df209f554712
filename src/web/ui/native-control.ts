import { useId } from 'react';
import type { FieldProps } from './field.tsx';

/** @returns a field's props, split into those of the frame around the control and those of the control itself */
export function useNativeControl<Rest>(field: FieldProps<string> & Rest) {
  const { label, description, className, value, onChange, onBlur, onFocus, ...rest } = field;
  const { error, isRequired, ...attributes } = rest;
  const id = useId();
  return {
    frame: { as: 'div', controlId: id, label, description, error, isRequired, className } as const,
    control: {
      ...attributes,
      id,
      value: value ?? '',
      onChange: (event: { target: { value: string } }) => onChange(event.target.value),
      onBlur: () => onBlur?.(),
      onFocus: () => onFocus?.(),
      'aria-required': isRequired,
      'aria-invalid': error ? true : undefined,
    },
  };
}
