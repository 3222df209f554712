import type { ComponentProps, SyntheticEvent } from 'react';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';

// A press on a link in a label is not one on the checkbox.
const stop = (event: SyntheticEvent) => event.stopPropagation();

/** The agreement to the service, its price and our documents, which open in a new tab. */
export function AgreementField(field: Omit<ComponentProps<typeof Checkbox>, 'label'>) {
  return (
    <Checkbox
      isRequired
      {...field}
      label={
        <>
          I want this service at this price, and agree to the <Document name="Terms of Service" path="/terms" />, the{' '}
          <Document name="Privacy Policy" path="/privacy" /> and the <Document name="Disclaimer" path="/disclaimer" />.
        </>
      }
    />
  );
}

function Document({ name, path }: { name: string; path: string }) {
  return (
    <a href={path} target="_blank" rel="noreferrer" className={textLinkClass} onClick={stop}>
      {name}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
