import type { Told } from '#contract/moves.ts';
import { Button } from '#web/ui/button.tsx';

/** The people who are told, and their words, before it is done. */
export function ToldList({ told }: { told: readonly Told[] }) {
  if (told.length === 0) return <p role="status">Nobody has to be told: it is back where they know it to be.</p>;
  return (
    <div role="status" className="rounded-control bg-sunken p-4">
      <p className="mb-2 font-semibold">A minute later they are told:</p>
      <ul className="grid gap-2">
        {told.map(({ name, role, by, words }) => (
          <li key={`${role} ${name} ${words}`} className="wrap-anywhere">
            <span className="font-semibold">{name}</span>
            {role === 'worker' ? ' (worker)' : ''}
            {by === 'nothing' ? ' wants no messages like this one. Please call' : `, by ${by}`}: “{words}”
          </li>
        ))}
      </ul>
    </div>
  );
}

/** @returns how many people that are: one may be told of more than one thing */
export const countPeople = (told: readonly Told[]) => new Set(told.map(({ role, name }) => `${role} ${name}`)).size;

/** The last row of a dialog that says first who is told, and does it on a second press. */
export function ToldFoot({
  isTold,
  action,
  pendingAction,
  isSaving,
  isLooking,
  onClose,
}: {
  isTold: boolean;
  action: string;
  pendingAction: string;
  isSaving: boolean;
  isLooking: boolean;
  onClose: () => void;
}) {
  return (
    <div className="flex flex-wrap justify-end gap-3 *:max-sm:flex-1">
      <Button variant="quiet" onPress={onClose}>
        Leave it
      </Button>
      {isTold ? (
        <Button type="submit" isPending={isSaving} pendingLabel={pendingAction}>
          {action}
        </Button>
      ) : (
        <Button type="submit" isPending={isLooking} pendingLabel="Looking…">
          See who is told
        </Button>
      )}
    </div>
  );
}
