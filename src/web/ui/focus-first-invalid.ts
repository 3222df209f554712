const invalidSelector = '[aria-invalid="true"], [data-invalid]';
const focusableSelector =
  'input:not([type="hidden"], [disabled]), select:not([disabled]), textarea:not([disabled]), button:not([disabled], [tabindex="-1"]), [tabindex="0"]';

/**
 * Moves focus to the first control of `form` that is marked invalid and brings it into view. Waits until the next frame
 * was painted, so it may be called right after the errors were set.
 */
export function focusFirstInvalid(form: HTMLElement): void {
  // Behind the frame, so that the errors are painted before the page is measured to scroll.
  requestAnimationFrame(() =>
    setTimeout(() => {
      const control = firstInvalidControl(form);
      control?.focus({ preventScroll: true });
      control?.scrollIntoView({ block: 'center' });
    }),
  );
}

function firstInvalidControl(form: HTMLElement): HTMLElement | undefined {
  for (const marked of form.querySelectorAll<HTMLElement>(invalidSelector)) {
    // React Aria keeps a hidden native select beside its own.
    if (marked.closest('[aria-hidden="true"]')) continue;
    const candidates = [marked, ...marked.querySelectorAll<HTMLElement>(focusableSelector)];
    const control = candidates.find(
      (candidate) => candidate.matches(focusableSelector) && !candidate.closest('[aria-hidden="true"]'),
    );
    if (control) return control;
  }
  return undefined;
}
