import type { Job } from '#contract/itineraries.ts';
import { entriesOf, keyOf } from '#web/offline/outbox-entry.ts';
import { useOutbox } from '#web/offline/use-outbox.ts';

/** What this worker wrote at the visit, for whom, and whether it is sent. */
export function WrittenNotes({ job, name }: { job: Job; name: string }) {
  const { entries } = useOutbox();
  const sent = job.notes ?? [];
  const kept = entriesOf(keyOf(job), entries).flatMap(({ change, state }) =>
    change.kind === 'note' && !sent.some(({ id }) => id === change.noteId)
      ? [{ ...change, id: change.noteId, how: state === 'refused' ? 'not sent' : 'waiting to be sent' }]
      : [],
  );
  const notes = [...sent.map((note) => ({ ...note, how: 'sent' })), ...kept];
  if (notes.length === 0) return null;
  return (
    <section aria-label={`Your notes at the visit of ${name}`} className="rounded-control bg-sunken px-4 py-3">
      <h4 className="font-sans font-semibold text-base tracking-normal">Your notes</h4>
      <ul>
        {notes.map(({ id, reader, text, how }) => (
          <li key={id} className="mt-2">
            <p className="whitespace-pre-line">{text}</p>
            <p className={`text-sm ${how === 'sent' ? 'text-ink-soft' : 'font-semibold text-warn'}`}>
              To {reader === 'customer' ? name : 'the office'}, {how}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
