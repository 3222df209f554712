import { useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';

type ChangedMeanwhileProps = {
  /** What is saved by now and differs from what was typed: names and values. */
  differences: readonly (readonly [string, string])[];
  onKeep: () => void;
  onTakeSaved: () => void;
};

/** Shown above a form when somebody else changed what it is about: what is saved now, and a way on. */
export function ChangedMeanwhile({ differences, onKeep, onTakeSaved }: ChangedMeanwhileProps) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  // It appears after Save or Refresh was pressed, so nobody is typing.
  useEffect(() => panel.current?.focus(), []);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="mb-6 rounded-card bg-warn-tint p-5 text-warn outline-none"
    >
      <h3 id={titleId} className="text-lg">
        Changed in the meantime
      </h3>
      <p className="mt-1">This is saved by now. What you typed is still below.</p>
      <dl className="mt-3 grid gap-2">
        {differences.map(([name, value]) => (
          <div key={name} className="min-w-0 break-words">
            <dt className="inline font-semibold">{name}: </dt>
            <dd className="inline whitespace-pre-line">{value || 'nothing'}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" onPress={onKeep}>
          Keep what I typed
        </Button>
        <Button variant="secondary" onPress={onTakeSaved}>
          Use what is saved
        </Button>
      </div>
    </section>
  );
}
