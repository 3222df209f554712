import { lazy, type ReactNode, Suspense } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';

const loadList = () => import('./menu-list.tsx');
const MenuList = lazy(loadList);
// Early, and in a task of its own. A failure is met again when a menu is drawn, and told there.
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

/** A button that opens a list of actions. Shut until its code is there, which no page waits for. */
export function Menu(props: MenuProps) {
  const { children, variant = 'quiet', size = 'medium', className } = props;
  const shut = (
    <button type="button" disabled aria-label={props['aria-label']} className={buttonClass(variant, size, className)}>
      {children}
    </button>
  );
  return (
    <Suspense fallback={shut}>
      <MenuList {...props} />
    </Suspense>
  );
}
