import type { ReactNode } from 'react';
import { Menu as AriaMenu, Button, MenuItem, MenuTrigger, Popover, RouterProvider } from 'react-aria-components';
import { useHref, useNavigate } from 'react-router';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import { listClass, listItemClass, popoverClass } from './list-box.ts';

export type MenuEntry = {
  id: string;
  label: string;
  icon?: ReactNode;
  /** A path of this site; the entry is then a real link. */
  href?: string;
  onAction?: () => void;
  isDisabled?: boolean;
  /** Shown in the colour of danger; ask before doing it. */
  isDanger?: boolean;
};

type MenuProps = {
  /** What the button shows. */
  children: ReactNode;
  /** Names the menu; needed when the children are only an icon. */
  'aria-label'?: string;
  entries: readonly MenuEntry[];
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
};

/** A button that opens a list of actions. */
export function Menu({ children, entries, variant = 'quiet', size = 'medium', className, ...rest }: MenuProps) {
  const navigate = useNavigate();
  return (
    <RouterProvider navigate={(path) => void navigate(path)} useHref={useHref}>
      <MenuTrigger>
        <Button {...rest} className={buttonClass(variant, size, className)}>
          {children}
        </Button>
        <Popover className={popoverClass} placement="bottom end">
          <AriaMenu
            className={listClass}
            disabledKeys={entries.filter((entry) => entry.isDisabled).map(({ id }) => id)}
          >
            {entries.map((entry) => (
              <MenuItem
                key={entry.id}
                id={entry.id}
                textValue={entry.label}
                href={entry.href}
                onAction={entry.onAction}
                className={`${listItemClass} ${entry.isDanger ? 'text-danger!' : ''}`}
              >
                {entry.icon}
                {entry.label}
              </MenuItem>
            ))}
          </AriaMenu>
        </Popover>
      </MenuTrigger>
    </RouterProvider>
  );
}
