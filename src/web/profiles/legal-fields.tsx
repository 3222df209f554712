import type { UseFormReturnType } from '@mantine/form';
import type { SyntheticEvent } from 'react';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';

export type LegalValues = {
  agreedToPrivacyPolicy: boolean;
  agreedToTermsOfService: boolean;
  agreedToDisclaimer: boolean;
};

const documents = [
  { field: 'agreedToPrivacyPolicy', name: 'Privacy Policy', path: '/privacy' },
  { field: 'agreedToTermsOfService', name: 'Terms of Service', path: '/terms' },
  { field: 'agreedToDisclaimer', name: 'Disclaimer', path: '/disclaimer' },
] as const;

// React Aria takes a press anywhere in a checkbox's label for the checkbox and cancels what a link would do.
const stop = (event: SyntheticEvent) => event.stopPropagation();
const ownPress = { onPointerDown: stop, onMouseDown: stop, onKeyDown: stop, onClick: stop };

/** The three agreements, each with a link that shows the document in a new tab, so that the form keeps its contents. */
export function LegalFields({ form }: { form: UseFormReturnType<LegalValues> }) {
  return (
    <div className="grid gap-2">
      {documents.map(({ field, name, path }) => (
        <Checkbox
          key={field}
          name={field}
          isRequired
          label={
            <>
              I agree to the{' '}
              <a href={path} target="_blank" rel="noreferrer" className={textLinkClass} {...ownPress}>
                {name}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
              .
            </>
          }
          {...form.getInputProps(field)}
        />
      ))}
    </div>
  );
}
