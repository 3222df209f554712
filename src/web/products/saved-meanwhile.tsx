import { useEffect, useRef } from 'react';
import type { Product } from '#contract/products.ts';
import { Button } from '#web/ui/button.tsx';
import type { ProductValues } from './product-fields.tsx';
import { productRows } from './product-rows.ts';

type SavedMeanwhileProps = {
  saved: Product;
  typed: ProductValues;
  /** Replace what is typed by what was saved. */
  onTake: () => void;
  /** Go on from what was saved: the next Save overwrites it. */
  onKeep: () => void;
};

/** Shows what somebody else saved while this form was open, where it differs from what is typed here. */
export function SavedMeanwhile({ saved, typed, onTake, onKeep }: SavedMeanwhileProps) {
  const notice = useRef<HTMLDivElement>(null);
  // It stands above the fields, and Save, which brought it about, below them.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'center' });
  }, []);
  const ours = [{ label: 'Name', text: typed.name }, ...productRows(typed)];
  const theirs = [{ label: 'Name', text: saved.name }, ...productRows(saved)];
  const differing = theirs.filter(({ text }, index) => text !== ours[index]?.text);
  return (
    <div ref={notice} role="status" className="wrap-anywhere grid gap-4 rounded-control bg-warn-tint p-4 text-ink">
      <div>
        <p className="font-semibold">Somebody else has saved this product in the meantime.</p>
        <p>
          {differing.length > 0
            ? 'What you typed is still below. Where it differs, theirs says:'
            : 'They saved just what you have typed.'}
        </p>
      </div>
      {differing.length > 0 && (
        <dl className="grid gap-2">
          {differing.map(({ label, text }) => (
            <div key={label} className="min-w-0">
              <dt className="text-sm">{label}</dt>
              <dd className="whitespace-pre-line font-semibold">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onPress={onTake}>
          Use theirs
        </Button>
        <Button variant="secondary" onPress={onKeep}>
          Keep mine
        </Button>
      </div>
    </div>
  );
}
