import type { ReactNode } from 'react';
import { Button as AriaButton, ProgressBar } from 'react-aria-components';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import { Spinner } from './spinner.tsx';

type ButtonProps = {
  children: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  type?: 'button' | 'submit';
  onPress?: () => void;
  isDisabled?: boolean;
  /** While it is true, the button keeps focus, ignores presses, shows a spinner and is announced. */
  isPending?: boolean;
  /** Replaces the text while pending, e.g. "Saving…". */
  pendingLabel?: string;
  /** Needed when the children are only an icon. */
  'aria-label'?: string;
  className?: string;
};

/** A button that does something here. To go somewhere, use LinkButton. */
export function Button({
  children,
  variant,
  size,
  isPending = false,
  pendingLabel,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <AriaButton {...rest} type={type} isPending={isPending} className={buttonClass(variant, size, className)}>
      {isPending && (
        // Screen readers announce the pending button with this label.
        <ProgressBar isIndeterminate aria-label={pendingLabel ?? 'Please wait…'} className="contents">
          <Spinner />
        </ProgressBar>
      )}
      {isPending && size === 'icon' ? null : isPending && pendingLabel ? pendingLabel : children}
    </AriaButton>
  );
}
