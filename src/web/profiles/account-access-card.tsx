import { useState } from 'react';
import type { Profile } from '#contract/profiles.ts';
import { momentDayLabel } from '#domain/calendar.ts';
import { useMay } from '#web/app/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { later } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

const AccountAccessDialog = later(async () => (await import('./account-access-dialog.tsx')).AccountAccessDialog);

/** For staff: closes the account of the person whose profile this is, or opens it again. */
export function AccountAccessCard({ profile }: { profile: Profile }) {
  const mayClose = useMay('people');
  const mayReadChanges = useMay('changes');
  const [isAsking, setAsking] = useState(false);
  const { accountClosedAt } = profile;
  return (
    <Card
      title="Access"
      description={accountClosedAt ? `Closed since ${momentDayLabel(accountClosedAt)}.` : 'This person can sign in.'}
    >
      <div className="flex flex-wrap gap-3">
        {mayClose && (
          <Button variant="secondary" onPress={() => setAsking(true)}>
            {accountClosedAt ? 'Open the account again' : 'Close the account'}
          </Button>
        )}
        {mayReadChanges && (
          <LinkButton variant="quiet" to={`/changes?aboutId=${profile.userId}`}>
            What was changed
          </LinkButton>
        )}
      </div>
      {isAsking && <AccountAccessDialog profile={profile} onClose={() => setAsking(false)} />}
    </Card>
  );
}
