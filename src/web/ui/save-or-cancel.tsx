import { Button } from './button.tsx';
import { SteadySubmit } from './steady-submit.tsx';

/** The buttons at the end of a form that changes something. */
export function SaveOrCancel({ isSaving, onCancel }: { isSaving: boolean; onCancel: () => void }) {
  return (
    <SteadySubmit className="flex flex-wrap gap-3">
      <Button type="submit" isPending={isSaving} pendingLabel="Saving…">
        Save
      </Button>
      <Button variant="quiet" onPress={onCancel} isDisabled={isSaving}>
        Cancel
      </Button>
    </SteadySubmit>
  );
}
