import { useState } from 'react';
import type { SettingsAnswer } from '#contract/settings.ts';
import { settingParts } from '#domain/settings.ts';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { WithRight } from '#web/layouts/with-right.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { useFocusBack } from '#web/ui/focus-back.ts';
import { later } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { type Part, partDescriptions, partTitles, settingRows } from './settings-words.ts';
import { UpcomingChanges } from './upcoming-changes.tsx';

const SettingsPartForm = later(
  async () => (await import('./settings-form.tsx')).SettingsPartForm,
  <SkeletonCards count={1} label="Loading the form" />,
);

/** What the owners of the business set, to read and to change. */
export default function SettingsPage() {
  return (
    <WithRight right="settings">
      <Settings />
    </WithRight>
  );
}

function Settings() {
  const [edited, setEdited] = useState<Part>();
  const { data, error, isFetching, refetch } = api.useGetSettingsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    // What counts later begins to count while somebody looks.
    pollingInterval: 20_000,
  });
  // Leaving would lose what is typed.
  useLoadFailure(error, { stay: edited !== undefined });
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Settings"
        description="Prices, fees, and what the business says of itself."
        actions={
          <>
            <RefreshButton isPending={isFetching} onPress={() => void refetch()} />
            <LinkButton variant="quiet" to="/changes?kind=settings-changed">
              Earlier changes
            </LinkButton>
            <LinkButton variant="quiet" to="/setup">
              Setup
            </LinkButton>
          </>
        }
      />
      <div className="grid max-w-3xl gap-6">
        {!data && !error && <SkeletonCards count={2} label="Loading the settings" />}
        {data && <UpcomingChanges changes={data.upcoming} />}
        {data &&
          (Object.keys(settingParts) as Part[]).map((part) => (
            <OnePart key={part} part={part} saved={data} edited={edited} onEdit={setEdited} />
          ))}
      </div>
    </div>
  );
}

type OnePartProps = {
  part: Part;
  saved: SettingsAnswer;
  /** The part that is edited, one at a time. */
  edited: Part | undefined;
  onEdit: (part: Part | undefined) => void;
};

function OnePart({ part, saved, edited, onEdit }: OnePartProps) {
  const edit = useFocusBack(edited === part);
  if (edited === part) return <SettingsPartForm part={part} saved={saved} onEnd={() => onEdit(undefined)} />;
  return (
    <Card
      title={partTitles[part]}
      actions={
        edited === undefined && (
          <Button
            ref={edit}
            variant="quiet"
            size="edge"
            onPress={() => onEdit(part)}
            aria-label={`Edit ${partTitles[part].toLowerCase()}`}
          >
            Edit
          </Button>
        )
      }
    >
      <p className="mb-5 text-ink-soft">{partDescriptions[part]}</p>
      <dl className="grid gap-4 sm:grid-cols-2">
        {settingRows(part, saved.settings).map(([label, text]) => (
          <Fact key={label} label={label}>
            {text}
          </Fact>
        ))}
      </dl>
    </Card>
  );
}
