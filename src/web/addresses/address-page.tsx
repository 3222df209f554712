import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Address } from '#contract/addresses.ts';
import { api } from '#web/api/api.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { RecordPage } from '#web/app/record-page.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { useFocusBack } from '#web/ui/focus-back.ts';
import { later } from '#web/ui/later.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { addressRows } from './address-rows.ts';
import { useWhose } from './whose.ts';

const ArchiveDialog = later(async () => (await import('./archive-dialog.tsx')).ArchiveDialog);
const ConfirmWayIn = later(async () => (await import('./confirm-way-in.tsx')).ConfirmWayIn);
const AddressEditForm = later(
  async () => (await import('./address-edit-form.tsx')).AddressEditForm,
  <SkeletonCards count={1} label="Loading the form" />,
);

type Mode = 'view' | 'edit' | 'archive' | 'archived';

/** One address, to read and, for whose it is and staff, to change. */
export default function AddressPage() {
  const { profileId = '', addressId = '' } = useParams();
  const navigate = useNavigate();
  useInvalidUrl(!profileId || !addressId);
  const loaded = api.useGetAddressQuery({ params: { addressId } }, { skip: !addressId });
  const [mode, setMode] = useState<Mode>('view');
  const edit = useFocusBack(mode === 'edit');
  const address = loaded.data?.address;
  // An address that is being archived is gone when it is loaded anew, as it should be. Where only a reload failed, what
  // is there stays: it may be a form that somebody has filled in.
  useLoadFailure(mode === 'archive' || mode === 'archived' ? undefined : loaded.error, {
    stay: address !== undefined,
    notFound: 'Address not found',
  });
  const { isOwn, name, mayEdit } = useWhose(address?.profileId ?? '');
  const list = `/profiles/${profileId}/addresses`;
  return (
    <RecordPage
      what="address"
      title={address?.label ?? 'Address'}
      description={
        (address?.primaryAddress || (!isOwn && name)) && (
          <>
            {address?.primaryAddress && <Badge tone="accepted">Primary</Badge>} {!isOwn && name && `Of ${name}.`}
          </>
        )
      }
      loaded={loaded}
      actions={
        mayEdit &&
        mode !== 'edit' && (
          <>
            <Button variant="secondary" onPress={() => setMode('archive')}>
              Archive
            </Button>
            <Button ref={edit} onPress={() => setMode('edit')}>
              Edit
            </Button>
          </>
        )
      }
      list={{ to: list, label: 'All addresses' }}
    >
      {address && mode === 'edit' && <AddressEditForm address={address} onEnd={() => setMode('view')} />}
      {address?.noAccessOn && mode !== 'edit' && (
        <ConfirmWayIn address={address} day={address.noAccessOn} mayEdit={mayEdit} />
      )}
      {address && mode !== 'edit' && <AddressView address={address} />}
      {address && mode === 'archive' && (
        <ArchiveDialog
          address={address}
          onClose={() => setMode('view')}
          onArchived={() => {
            setMode('archived');
            navigate(list, { replace: true });
          }}
        />
      )}
    </RecordPage>
  );
}

function AddressView({ address }: { address: Address }) {
  const { isOwn, hasYard } = useWhose(address.profileId);
  const rows = addressRows(address).filter(([name, value]) => value && name !== 'Label' && name !== 'Primary address');
  return (
    <Card>
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {rows.map(([name, value]) => (
          <Fact key={name} label={name} isWide={name.endsWith('notes')}>
            {value}
          </Fact>
        ))}
      </dl>
      {isOwn && hasYard && !address.gateNotes && (
        <p className="mt-5 text-ink-soft">Edit the address to tell your keeper how to get into the yard.</p>
      )}
    </Card>
  );
}
