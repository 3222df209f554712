import type { ReactNode } from 'react';
import { Label, Text } from 'react-aria-components';
import { descriptionClass, ErrorLine, labelClass, RequiredMark } from './field.tsx';

/** The label and help text above a React Aria control. React Aria ties them to the control. */
export function FieldHeader({
  label,
  description,
  isRequired,
}: {
  label: string;
  description?: ReactNode;
  isRequired?: boolean;
}) {
  return (
    <>
      <Label className={labelClass}>
        {label}
        {isRequired && <RequiredMark />}
      </Label>
      {description && (
        <Text slot="description" className={`-mt-1 ${descriptionClass}`}>
          {description}
        </Text>
      )}
    </>
  );
}

/** The error below a React Aria control. React Aria ties it to the control. */
export function FieldErrorText({ error }: { error: ReactNode }) {
  if (!error) return null;
  return (
    <Text slot="errorMessage">
      <ErrorLine>{error}</ErrorLine>
    </Text>
  );
}
