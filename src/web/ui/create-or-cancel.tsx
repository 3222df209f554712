import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { SteadySubmit } from './steady-submit.tsx';

/** The buttons at the end of a form that creates something. `cancel` is the one beside Create. */
export function CreateOrCancel({ isSaving, cancel }: { isSaving: boolean; cancel: ReactNode }) {
  return (
    <SteadySubmit className="flex flex-wrap gap-3">
      <Button type="submit" isPending={isSaving} pendingLabel="Saving…">
        Create
      </Button>
      {cancel}
    </SteadySubmit>
  );
}
