import { useState } from 'react';
import type { Profile } from '#contract/profiles.ts';
import { momentDayLabel } from '#domain/calendar.ts';
import { obstacleSentences } from '#domain/erasing.ts';
import { fullName } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { saveFrom } from '#web/app/save-file.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { useMay } from '#web/app/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** For managers and owners: a person's data as a file, and to erase it. */
export function DataCard({ profile }: { profile: Profile }) {
  const dispatch = useAppDispatch();
  const mayExport = useMay('people');
  const mayErase = useMay('erase');
  const [exportData, exporting] = api.useExportDataMutation();
  const [isErasing, setErasing] = useState(false);
  if (!mayExport) return null;
  const { accountErasedAt } = profile;
  const takeFile = async () => {
    const { data, error } = await exportData({ params: { profileId: profile.id } });
    if (data) saveFrom(data.url, data.fileName);
    else dispatch(failureAlert(error));
  };
  return (
    <Card
      title="Personal data"
      description={
        accountErasedAt
          ? `Erased ${momentDayLabel(accountErasedAt)}. Bills and what was paid stay, without the name.`
          : 'Export everything we keep about this person, or delete it for good.'
      }
    >
      {!accountErasedAt && (
        <div className="flex flex-wrap gap-3">
          <Button
            variant="secondary"
            isPending={exporting.isLoading}
            pendingLabel="Collecting…"
            onPress={() => void takeFile()}
          >
            Export data
          </Button>
          {mayErase && (
            <Button variant="quiet" className="text-danger" onPress={() => setErasing(true)}>
              Delete data
            </Button>
          )}
        </div>
      )}
      {isErasing && <EraseDialog profile={profile} onClose={() => setErasing(false)} />}
    </Card>
  );
}

function EraseDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const call = { params: { profileId: profile.id } };
  const { data, error } = api.useListEraseObstaclesQuery(call, { refetchOnMountOrArgChange: true });
  const [eraseData] = api.useEraseDataMutation();
  const [typed, setTyped] = useState('');
  const name = fullName(profile);
  const isFree = data?.obstacles.length === 0;
  const erase = async () => {
    const answer = await eraseData(call);
    dispatch(answer.error ? failureAlert(answer.error) : successAlert('The data is erased.'));
    onClose();
  };
  return (
    <ConfirmDialog
      title="Erase the data of this person?"
      action="Erase for good"
      pendingAction="Erasing…"
      isDanger
      isDisabled={!isFree || typed.trim() !== name}
      onConfirm={erase}
      onClose={onClose}
    >
      {error !== undefined && <p>We could not see whether anything is under way. Please try again.</p>}
      {!data && error === undefined && <p role="status">Looking for what is under way…</p>}
      {data && !isFree && (
        <>
          <p>This is not possible yet:</p>
          <ul className="grid list-disc gap-1 pl-5">
            {data.obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacleSentences[obstacle]}</li>
            ))}
          </ul>
        </>
      )}
      {isFree && (
        <>
          <p>
            The name, email, phone, addresses with their notes, messages, notes, photos of the yards and saved cards of{' '}
            <strong>{name}</strong> go for good, in all of their profiles. Nothing brings them back, so take the file
            first.
          </p>
          <p>Bills, payments and the record of visits stay for the books, without the name.</p>
          <TextField
            label="Type the name to go on"
            description={name}
            autoComplete="off"
            value={typed}
            onChange={setTyped}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
