import { X } from 'lucide-react';
import type { Change } from '#contract/changes.ts';
import { Button } from '#web/ui/button.tsx';

/** @returns what the list is narrowed to, by the parameter that does it; each name is that of its first row */
const narrowings = (first: Change | undefined) => ({
  byId: `By ${first?.by?.name ?? 'one person'}`,
  aboutId: `About ${first?.about?.name ?? 'one person'}`,
  subjectId: first?.subject.name ? `Only ${first.subject.name}` : 'Only one thing',
});

type OnlySomeProps = {
  parameters: URLSearchParams;
  /** The first row of the list. */
  first: Change | undefined;
  /** Ends a narrowing. */
  onAll: (name: string) => void;
};

/** Says what the list is narrowed to, and ends each. */
export function OnlySome({ parameters, first, onAll }: OnlySomeProps) {
  const narrowed = Object.entries(narrowings(first)).filter(([name]) => parameters.has(name));
  if (narrowed.length === 0) return null;
  return (
    <ul aria-label="Narrowed to" className="mb-6 flex flex-wrap gap-3">
      {narrowed.map(([name, label]) => (
        <li key={name} className="min-w-0">
          <Button variant="secondary" aria-label={`${label}: show all again`} onPress={() => onAll(name)}>
            <span className="min-w-0">{label}</span>
            <X aria-hidden="true" className="size-5 shrink-0" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
