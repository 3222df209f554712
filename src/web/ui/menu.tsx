import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import { fetchLater, lazyPart, NotFetched } from './later.tsx';

const loadList = async () => (await import('./menu-list.tsx')).default;
/** A header and a row have no room for words: they lie over the page, and the button stays. */
const MenuList = lazyPart<ComponentProps<Awaited<ReturnType<typeof loadList>>> & { closed: ReactNode }>(
  loadList,
  ({ props: { closed }, onTryAgain }) => (
    <>
      {closed}
      <NotFetched onTryAgain={onTryAgain} className="fixed inset-x-4 bottom-28 z-50 mx-auto max-w-md text-left" />
    </>
  ),
);
fetchLater(loadList);

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

/** A button that opens a list of actions. Until it is pressed it is only a button, since a page may hold dozens. */
export function Menu(props: MenuProps) {
  const { children, variant = 'quiet', size = 'medium', className } = props;
  const [pressed, setPressed] = useState<'pointer' | 'keyboard'>();
  const closed = (
    <button
      type="button"
      aria-label={props['aria-label']}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={({ detail }) => setPressed(detail === 0 ? 'keyboard' : 'pointer')}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        setPressed('keyboard');
      }}
      className={buttonClass(variant, size, className)}
    >
      {children}
    </button>
  );
  if (!pressed) return closed;
  return (
    <Suspense fallback={closed}>
      <MenuList {...props} openedBy={pressed} closed={closed} />
    </Suspense>
  );
}
