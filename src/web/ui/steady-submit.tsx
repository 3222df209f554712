import type { MouseEvent, ReactNode } from 'react';

/**
 * Keeps a form's buttons under the pointer while one of them is pressed. Leaving a field may remove its error, and the
 * buttons below would move up. So the field keeps focus during the press. The release moves focus to the button, so
 * that the field reports its value before the form is submitted.
 */
export function SteadySubmit({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      role="presentation"
      className={className}
      onMouseDownCapture={(event) => event.preventDefault()}
      onClickCapture={focusButton}
    >
      {children}
    </div>
  );
}

function focusButton({ target }: MouseEvent): void {
  if (target instanceof Element) target.closest<HTMLElement>('button, a')?.focus();
}
