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
};

/** Asks why a service is cancelled, and who only needs a break whether a pause would do. */
export function CancelWhy({ why, onChange, error, onPause }: CancelWhyProps) {
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
        <div className="grid justify-items-start gap-3 rounded-control bg-sunken px-4 py-3">
          <p>A pause stops the visits and the charges too, and it can be resumed whenever it suits.</p>
          <Button variant="secondary" onPress={onPause}>
            Pause instead
          </Button>
        </div>
      )}
      <TextField
        label="Anything to add?"
        description="The office reads it; the worker does not."
        rows={2}
        maxLength={1000}
        value={why.cancelNote ?? ''}
        onChange={(cancelNote) => onChange({ ...why, cancelNote })}
      />
    </div>
  );
}
