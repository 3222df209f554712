import { type MouseEvent, type ReactNode, type Ref, useEffect } from 'react';
import { announce } from './announce.ts';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import { Spinner } from './spinner.tsx';

type ButtonProps = {
  ref?: Ref<HTMLButtonElement>;
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
  /** Of a button that shows and hides something: whether it is shown, and its id. */
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
  className?: string;
};

/** A button that does something here. To go somewhere, use LinkButton. */
export function Button({
  children,
  variant,
  size,
  type = 'button',
  onPress,
  isDisabled = false,
  isPending = false,
  pendingLabel,
  className,
  ...rest
}: ButtonProps) {
  useEffect(() => {
    if (isPending) announce(pendingLabel ?? 'Please wait…');
  }, [isPending, pendingLabel]);
  const press = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // Safari does not focus a pressed button, and a dialog that it opens gives focus back to it.
    currentTarget.focus();
    if (!isPending) onPress?.();
  };
  return (
    <button
      {...rest}
      // While it is pending, Enter in a field must not submit the form again.
      type={isPending ? 'button' : type}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      onClick={press}
      className={buttonClass(variant, size, className)}
    >
      {isPending && <Spinner />}
      {isPending && size === 'icon' ? null : isPending && pendingLabel ? pendingLabel : children}
    </button>
  );
}
