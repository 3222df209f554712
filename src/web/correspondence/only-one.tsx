import { X } from 'lucide-react';
import type { Correspondent } from '#contract/correspondence.ts';
import { Button } from '#web/ui/button.tsx';

type OnlyOneProps = {
  word: 'To' | 'From';
  profileId: string;
  rows: readonly { people: Correspondent[] }[] | undefined;
  onAll: () => void;
};

/** Says to whom a list is narrowed, and ends it. */
export function OnlyOne({ word, profileId, rows, onAll }: OnlyOneProps) {
  const people = rows?.flatMap((row) => row.people) ?? [];
  const name = people.find((person) => person.profileId === profileId)?.name ?? 'one person';
  return (
    <p className="mb-6">
      <Button variant="secondary" aria-label={`${word} ${name}: show all again`} onPress={onAll}>
        <span className="min-w-0">
          {word} {name}
        </span>
        <X aria-hidden="true" className="size-5 shrink-0" />
      </Button>
    </p>
  );
}
