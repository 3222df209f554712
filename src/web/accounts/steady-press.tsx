import type { ReactNode } from 'react';

/**
 * Around a submit button below fields that are checked when they are left: the press leaves focus in the field, so no
 * error can appear above and move the button away between pressing and letting go. The submit checks all fields.
 */
export function SteadyPress({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div role="presentation" className={className} onMouseDownCapture={(event) => event.preventDefault()}>
      {children}
    </div>
  );
}
