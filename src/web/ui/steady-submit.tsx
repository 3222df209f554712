import type { MouseEvent, ReactNode } from 'react';

/**
 * Around the buttons below fields that take their value, or lose their error, when they are left. Pressing leaves focus
 * in the field, so that no error above goes away and moves the button from under the pointer; letting go moves focus to
 * the button, so that the field's value is in before the form is submitted.
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
