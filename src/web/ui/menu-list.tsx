import { useEffect, useRef, useState } from 'react';
import { Menu as AriaMenu, Button, MenuItem, MenuTrigger, Popover, RouterProvider } from 'react-aria-components';
import { useHref, useNavigate } from 'react-router';
import { buttonClass } from './button-class.ts';
import { listClass, listItemClass, popoverClass } from './list-box.ts';
import type { MenuProps } from './menu.tsx';

/** The menu itself, with React Aria. It opens as soon as it is there, because a press has asked for it. */
export default function MenuList({
  children,
  entries,
  variant = 'quiet',
  size = 'medium',
  className,
  openedBy,
  ...rest
}: MenuProps & { openedBy: 'pointer' | 'keyboard' }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isFirst, setFirst] = useState(true);
  useEffect(() => {
    // The button that was pressed is gone. Focus goes back to this one when the menu closes.
    button.current?.focus();
    setOpen(true);
  }, []);
  const navigate = useNavigate();
  return (
    <RouterProvider navigate={(path) => void navigate(path)} useHref={useHref}>
      <MenuTrigger
        isOpen={isOpen}
        onOpenChange={(open) => {
          setOpen(open);
          setFirst(false);
        }}
      >
        <Button {...rest} ref={button} className={buttonClass(variant, size, className)}>
          {children}
        </Button>
        <Popover className={popoverClass} placement="bottom end">
          <AriaMenu
            // The popover fits the window by itself, so the menu need not scroll any sooner.
            className={`${listClass} max-h-[inherit]!`}
            autoFocus={isFirst && openedBy === 'keyboard' ? 'first' : undefined}
            disabledKeys={entries.filter((entry) => entry.isDisabled).map(({ id }) => id)}
          >
            {entries.map((entry) => (
              <MenuItem
                key={entry.id}
                id={entry.id}
                textValue={entry.label}
                href={entry.href}
                onAction={entry.onAction}
                className={listItemClass}
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
