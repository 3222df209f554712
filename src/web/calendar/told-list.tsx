import { useEffect, useRef } from 'react';
import type { Told } from '#contract/moves.ts';
import { Button } from '#web/ui/button.tsx';

/** The people who are told, and their words, before it is done. */
export function ToldList({ told }: { told: readonly Told[] }) {
  if (told.length === 0) return <p role="status">We won’t tell anyone. It’s back where they expect it.</p>;
  return (
    <div role="status" className="rounded-control bg-sunken p-4">
      <p className="mb-2 font-semibold">We’ll tell them in a minute:</p>
      <ul className="grid gap-2">
        {told.map(({ name, role, by, words }) => (
          <li key={`${role} ${name} ${words}`} className="wrap-anywhere">
            <span className="font-semibold">{name}</span>
            {role === 'worker' ? ' (worker)' : ''}
            {by === 'nothing' ? ' doesn’t want messages like this. Please call' : `, by ${by}`}: “{words}”
          </li>
        ))}
      </ul>
    </div>
  );
}

/** @returns how many people that are: one may be told of more than one thing */
export const countPeople = (told: readonly Told[]) => new Set(told.map(({ role, name }) => `${role} ${name}`)).size;

/** The last row of a dialog that shows first what happens, and does it on a second press. */
export function PreviewFoot({
  isShown,
  action,
  pendingAction,
  isSaving,
  isLooking,
  onClose,
}: {
  isShown: boolean;
  action: string;
  pendingAction: string;
  isSaving: boolean;
  isLooking: boolean;
  onClose: () => void;
}) {
  const foot = useRef<HTMLDivElement>(null);
  // The preview is above the buttons and may be taller than the window.
  useEffect(() => {
    if (isShown) foot.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return (
    <div ref={foot} className="flex scroll-mb-6 flex-wrap justify-end gap-3 *:max-sm:flex-auto">
      <Button variant="quiet" onPress={onClose}>
        Cancel
      </Button>
      {isShown ? (
        <Button type="submit" isPending={isSaving} pendingLabel={pendingAction}>
          {action}
        </Button>
      ) : (
        <Button type="submit" isPending={isLooking} pendingLabel="Looking…">
          See what happens
        </Button>
      )}
    </div>
  );
}
