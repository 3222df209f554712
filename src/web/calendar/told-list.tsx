import type { Told } from '#contract/moves.ts';

/** Who is told what, before it is done. */
export function ToldList({ told }: { told: readonly Told[] }) {
  if (told.length === 0) return <p role="status">Nobody has to be told: it is back where they know it to be.</p>;
  return (
    <div role="status" className="rounded-control bg-sunken p-4">
      <p className="mb-2 font-semibold">A minute later they are told:</p>
      <ul className="grid gap-2">
        {told.map(({ name, role, by, words }) => (
          <li key={`${role} ${name} ${words}`} className="wrap-anywhere">
            <span className="font-semibold">{name}</span>
            {role === 'worker' ? ' (worker)' : ''}, by {by}: “{words}”
          </li>
        ))}
      </ul>
    </div>
  );
}
