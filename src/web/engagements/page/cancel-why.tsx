import { type CancelReason, cancelReasonLabels, cancelReasons } from '#domain/cancel-reasons.ts';
import { Button } from '#web/ui/button.tsx';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { TextField } from '#web/ui/text-field.tsx';

export type Why = { cancelReason?: CancelReason; cancelNote?: string };

const options = cancelReasons.map((value) => ({ value, label: cancelReasonLabels[value] }));

type CancelWhyProps = {
  why: Why;
  onChange: (why: Why) => void;
  error: string | undefined;
  /** Undefined when it cannot be paused. */
  onPause: (() => void) | undefined;
  /** Undefined when its rhythm cannot be changed. */
  onRhythm: (() => void) | undefined;
};

/** Asks why a service is canceled, and whether a pause or fewer visits would do. */
export function CancelWhy({ why, onChange, error, onPause, onRhythm }: CancelWhyProps) {
  return (
    <div className="grid gap-4">
      <NativeSelect
        label="Why?"
        placeholder="Choose a reason"
        options={options}
        isRequired
        value={why.cancelReason ?? ''}
        onChange={(cancelReason) => onChange({ ...why, cancelReason: cancelReason as CancelReason })}
        error={error}
      />
      {why.cancelReason === 'break' && onPause && (
        <Instead
          words="A pause stops the visits and the charges too, and it can be resumed whenever it suits."
          label="Pause instead"
          onPress={onPause}
        />
      )}
      {why.cancelReason === 'too-expensive' && onRhythm && (
        <Instead
          words="Visits can come less often, such as every other week: the price of a visit stays, and there are fewer."
          label="Change how often instead"
          onPress={onRhythm}
        />
      )}
      <TextField
        label="Anything to add?"
        description="Only the office reads it."
        rows={2}
        maxLength={1000}
        value={why.cancelNote ?? ''}
        onChange={(cancelNote) => onChange({ ...why, cancelNote })}
      />
    </div>
  );
}

function Instead({ words, label, onPress }: { words: string; label: string; onPress: () => void }) {
  return (
    <div className="grid justify-items-start gap-3 rounded-control bg-sunken px-4 py-3">
      <p>{words}</p>
      <Button variant="secondary" onPress={onPress}>
        {label}
      </Button>
    </div>
  );
}
