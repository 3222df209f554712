import { Ellipsis } from 'lucide-react';
import { dialogOpened } from '#web/app/dialogs.ts';
import { useSignOut } from '#web/app/sign-out.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { LogoMark } from '#web/ui/logo-mark.tsx';
import { Menu } from '#web/ui/menu.tsx';

/** The top of the slides: shows the progress, and lets people leave who do not want to read them now. */
export function OnboardingBar({ position, count }: { position: number; count: number }) {
  const dispatch = useAppDispatch();
  const signOut = useSignOut();
  return (
    <div className="on-evergreen-band">
      <div className="content-width flex min-h-18 items-center justify-between gap-4 py-2">
        <LogoMark className="size-10 rounded-[11px] ring-1 ring-current/25" />
        <span aria-hidden="true" className="flex gap-2">
          {count > 1 &&
            Array.from({ length: count }, (_, index) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: the dots are all alike and never move
                key={index}
                className={`h-2.5 rounded-full transition-[width] duration-300 ${index === position ? 'w-8 bg-marigold' : 'w-2.5 bg-current/35'}`}
              />
            ))}
        </span>
        <Menu
          aria-label="Not now"
          size="icon"
          entries={[
            { id: 'switch', label: 'Switch profile', onAction: () => dispatch(dialogOpened('profile-selector')) },
            { id: 'sign-out', label: 'Sign out', onAction: signOut },
          ]}
        >
          <Ellipsis aria-hidden="true" className="size-6" />
        </Menu>
      </div>
    </div>
  );
}
