import { useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';

type ChangedMeanwhileProps = {
  /** The saved values that differ from what was typed: name and value. */
  differences: readonly (readonly [string, string])[];
  onKeep: () => void;
  onTakeSaved: () => void;
};

/** Stands above a form after somebody else saved a change: shows what is saved, and asks which values to keep. */
export function ChangedMeanwhile({ differences, onKeep, onTakeSaved }: ChangedMeanwhileProps) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  // Taking focus disturbs nobody who types: it appears after a press of Save or Refresh.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    // An alert tells of the conflict, and must not cover the heading.
    panel.current?.scrollIntoView({ block: 'start' });
  }, []);
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
          <div key={name} className="min-w-0 wrap-anywhere">
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
