import { lazy, type ReactNode, Suspense } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';

const loadList = () => import('./menu-list.tsx');
const MenuList = lazy(loadList);
// Loads early, in a task of its own. A failure is reported when a menu is drawn and fails to load again.
if (!import.meta.env.SSR) setTimeout(() => loadList().catch(() => undefined));

export type MenuEntry = {
  id: string;
  label: string;
  icon?: ReactNode;
  /** A path of this site; the entry is then a real link. */
  href?: string;
  onAction?: () => void;
  isDisabled?: boolean;
};

export type MenuProps = {
  /** What the button shows. */
  children: ReactNode;
  /** Names the menu; needed when the children are only an icon. */
  'aria-label'?: string;
  entries: readonly MenuEntry[];
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
};

/** A button that opens a list of actions. No page waits for its code; until that is there, the button is disabled. */
export function Menu(props: MenuProps) {
  const { children, variant = 'quiet', size = 'medium', className } = props;
  const disabled = (
    <button type="button" disabled aria-label={props['aria-label']} className={buttonClass(variant, size, className)}>
      {children}
    </button>
  );
  return (
    <Suspense fallback={disabled}>
      <MenuList {...props} />
    </Suspense>
  );
}
