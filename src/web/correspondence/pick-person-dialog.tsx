import { useState } from 'react';
import type { FoundPerson } from '#contract/search.ts';
import { enumLabel, fullName, phoneLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { Addressee } from './write-dialog.tsx';

const isWritable = ({ type }: FoundPerson) => type !== 'PROFILE_TYPE_EMPLOYEE';

/** Finds the customer or worker to write to. */
export function PickPersonDialog({ onPick, onClose }: { onPick: (person: Addressee) => void; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const q = typed.trim();
  const { currentData, error, isFetching } = api.useSearchQuery({ query: { q } }, { skip: q.length < 2 });
  const people = currentData?.people.rows.filter(isWritable) ?? [];
  return (
    <Dialog isOpen onClose={onClose} title="New message">
      <TextField
        label="To"
        type="search"
        placeholder="Name, phone or email"
        autoComplete="off"
        autoFocus
        value={typed}
        onChange={setTyped}
      />
      <div role="status" className="mt-2 min-h-6 text-ink-soft text-sm">
        {q.length >= 2 && <span>{resultText(isFetching, error !== undefined, people.length)}</span>}
      </div>
      <ul className="mt-2 grid gap-2">
        {people.map((person) => (
          <li key={person.profileId}>
            <Button
              variant="secondary"
              className="w-full justify-start! text-left"
              onPress={() => onPick({ ...person, name: fullName(person) })}
            >
              <span className="min-w-0">
                <span className="wrap-anywhere block">{fullName(person)}</span>
                <span className="block font-normal text-ink-soft text-sm">
                  {`${enumLabel(person.type)} · ${phoneLabel(person.phone)}`}
                </span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function resultText(isFetching: boolean, isFailed: boolean, count: number): string {
  if (isFetching) return 'Searching…';
  if (isFailed) return 'The search failed. Change the text to try again.';
  if (count === 0) return 'No customer or worker matches.';
  return `${count} found`;
}
