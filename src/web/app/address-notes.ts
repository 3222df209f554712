import { useState } from 'react';
import { type Address, AddressUpdate } from '#contract/addresses.ts';
import { api } from '#web/api/api.ts';
import { fieldErrors } from '#web/api/failure.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';

/** What the worker should know at the gate; '' for nothing. */
export type AddressNotes = { gateNotes: string; dogNotes: string };

/** What is typed for one address, and what was saved when the typing began. */
type Draft = { typed: AddressNotes; base: AddressNotes };

const noteNames = { gateNotes: 'Gate notes', dogNotes: 'Dog notes' } as const;

const notesOf = ({ gateNotes = '', dogNotes = '' }: Partial<AddressNotes>): AddressNotes => ({ gateNotes, dogNotes });
const isSame = (a: AddressNotes, b: AddressNotes) =>
  a.gateNotes.trim() === b.gateNotes.trim() && a.dogNotes.trim() === b.dogNotes.trim();

/** @returns the names and texts of the saved notes that differ from what is typed */
export function noteDifferences(saved: AddressNotes, typed: AddressNotes): [string, string][] {
  return (['gateNotes', 'dogNotes'] as const)
    .filter((key) => saved[key].trim() !== typed[key].trim())
    .map((key) => [noteNames[key], saved[key]]);
}

/**
 * Holds the notes of an address while they are edited, and keeps what was typed for each address that was chosen.
 * @param address as it is saved now, undefined while none is chosen
 * @returns the fields' values, and `save`, which resolves to whether the notes are saved
 */
export function useAddressNotes(address: Address | undefined) {
  const dispatch = useAppDispatch();
  const [drafts, setDrafts] = useState<Record<string, Draft>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [updateAddress, { isLoading }] = api.useUpdateAddressMutation();
  const saved = notesOf(address ?? {});
  const draft = address && drafts[address.id];
  const typed = draft?.typed ?? saved;
  const isChangedMeanwhile = draft !== undefined && !isSame(draft.base, saved) && !isSame(draft.typed, saved);

  const setDraft = (next: Draft | undefined) => {
    if (!address) return;
    const { [address.id]: _, ...others } = drafts;
    setDrafts(next ? { ...others, [address.id]: next } : others);
    setErrors({});
  };

  /** @param isConfirmed whether notes that nobody has changed are saved as well, which says that they are right */
  async function save({ isConfirmed = false } = {}): Promise<boolean> {
    if (!address || (isSame(typed, saved) && !isConfirmed)) return true;
    if (isChangedMeanwhile) return false;
    const form = AddressUpdate.safeParse({ ...address, ...typed, country: 'US' });
    if (!form.success) {
      setErrors(Object.fromEntries(form.error.issues.map(({ path, message }) => [path.join('.'), message])));
      return false;
    }
    const { data, error } = await updateAddress({ params: { addressId: address.id }, body: form.data });
    if (error) {
      // A refused change also makes the cached address stale, so that the newest one is loaded.
      dispatch(failureAlert(error));
      setErrors(fieldErrors(error));
      return false;
    }
    // Shows the answer at once. The refetch that the change causes comes a moment later.
    dispatch(api.util.updateQueryData('getAddress', { params: { addressId: address.id } }, () => data));
    dispatch(
      api.util.updateQueryData('listAddresses', { params: { profileId: address.profileId } }, ({ addresses }) => ({
        addresses: addresses.map((one) => (one.id === address.id ? data.address : one)),
      })),
    );
    setDraft(undefined);
    dispatch(api.util.invalidateTags(['engagements']));
    return true;
  }

  return {
    typed,
    errors,
    isSaving: isLoading,
    /** What somebody else has saved since the typing began. */
    differences: isChangedMeanwhile && !isLoading ? noteDifferences(saved, typed) : [],
    type: (part: Partial<AddressNotes>) => setDraft({ typed: { ...typed, ...part }, base: draft?.base ?? saved }),
    keepTyped: () => setDraft({ typed, base: saved }),
    takeSaved: () => setDraft(undefined),
    save,
  };
}
