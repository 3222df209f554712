import { useState } from 'react';
import type { SettingsChange } from '#contract/settings.ts';
import { momentLabel } from '#domain/calendar.ts';
import { settingLabels } from '#domain/settings.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { settingText } from './settings-words.ts';

/** What was saved and does not count yet; each change can be taken back. */
export function UpcomingChanges({ changes }: { changes: readonly SettingsChange[] }) {
  const [asked, setAsked] = useState<SettingsChange>();
  if (changes.length === 0) return null;
  return (
    <Card title="Saved, and counts later">
      <ul className="grid gap-6">
        {changes.map((change) => (
          <li key={change.id} className="grid gap-3 border-line not-first:border-t not-first:pt-6">
            <div className="flex flex-wrap items-start justify-between gap-3">
              <div>
                <h3 className="text-lg">From {momentLabel(change.from)}</h3>
                <p className="text-ink-soft text-sm">
                  Saved by {change.savedBy ?? 'somebody'}, {momentLabel(change.savedAt)}
                </p>
              </div>
              <Button variant="quiet" onPress={() => setAsked(change)} aria-label={`Take back, ${namesOf(change)}`}>
                Take back
              </Button>
            </div>
            <Fields change={change} />
          </li>
        ))}
      </ul>
      {asked && <TakeBackDialog change={asked} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}

const namesOf = ({ fields }: SettingsChange) => fields.map(({ name }) => settingLabels[name]).join(', ');

function Fields({ change: { fields } }: { change: SettingsChange }) {
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      {fields.map(({ name, to }) => (
        <Fact key={name} label={settingLabels[name]}>
          {settingText(name, to)}
        </Fact>
      ))}
    </dl>
  );
}

function TakeBackDialog({ change, onClose }: { change: SettingsChange; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [takeBack] = api.useTakeBackSettingsMutation();
  const confirm = async () => {
    const { error } = await takeBack({ params: { settingsId: change.id } });
    dispatch(error ? failureAlert(error) : successAlert('Taken back. What counts now goes on.'));
    onClose();
  };
  return (
    <ConfirmDialog
      title="Take back this change?"
      action="Take back"
      pendingAction="Taking back…"
      cancel="Keep it"
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>It would count from {momentLabel(change.from)} on:</p>
      <Fields change={change} />
    </ConfirmDialog>
  );
}
