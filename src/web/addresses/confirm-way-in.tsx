import { type Address, AddressUpdate } from '#contract/addresses.ts';
import type { CalendarDay } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { wayInDoubt } from '#web/ui/way-in-doubt.ts';

type ConfirmWayInProps = { address: Address; day: CalendarDay; mayEdit: boolean };

/** Says that a worker found no way in; who may change the notes says with one press that they are right all the same. */
export function ConfirmWayIn({ address, day, mayEdit }: ConfirmWayInProps) {
  const dispatch = useAppDispatch();
  const [updateAddress, { isLoading }] = api.useUpdateAddressMutation();
  const hasNotes = Boolean(address.gateNotes || address.dogNotes);
  const confirm = async () => {
    const { gateNotes = '', dogNotes = '' } = address;
    const body = AddressUpdate.parse({ ...address, gateNotes, dogNotes, country: 'US' });
    const call = { params: { addressId: address.id } };
    const { data, error } = await updateAddress({ ...call, body });
    if (error) return void dispatch(failureAlert(error));
    dispatch(api.util.updateQueryData('getAddress', call, () => data));
    dispatch(api.util.invalidateTags(['engagements']));
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
            <Button variant="secondary" className="mt-3" isPending={isLoading} onPress={() => void confirm()}>
              It is still right
            </Button>
          )}
        </>
      )}
    </section>
  );
}
