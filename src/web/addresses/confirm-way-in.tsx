import type { Address } from '#contract/addresses.ts';
import type { CalendarDay } from '#domain/calendar.ts';
import { useAddressNotes } from '#web/app/address-notes.ts';
import { successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { wayInDoubt } from '#web/ui/way-in-doubt.ts';

type ConfirmWayInProps = { address: Address; day: CalendarDay; mayEdit: boolean };

/** Says that a worker found no way in; who may change the notes says with one press that they are right all the same. */
export function ConfirmWayIn({ address, day, mayEdit }: ConfirmWayInProps) {
  const dispatch = useAppDispatch();
  const notes = useAddressNotes(address);
  const hasNotes = Boolean(address.gateNotes || address.dogNotes);
  const confirm = async () => {
    if (!(await notes.save({ isConfirmed: true }))) return;
    dispatch(successAlert('Noted: the way in is as it is written.'));
  };
  return (
    <section aria-label="Way in" className="mb-6 rounded-card bg-warn-tint p-5 text-warn">
      <p className="font-bold">
        {wayInDoubt(day)} {hasNotes ? 'Is what is written here still right?' : 'How do we get in?'}
      </p>
      {mayEdit && (
        <>
          <p className="mt-1">{hasNotes ? 'If it is not, edit the address.' : 'Edit the address to say it.'}</p>
          {hasNotes && (
            <Button variant="secondary" className="mt-3" isPending={notes.isSaving} onPress={() => void confirm()}>
              It is still right
            </Button>
          )}
        </>
      )}
    </section>
  );
}
