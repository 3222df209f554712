import { useState } from 'react';
import type { Profile } from '#contract/profiles.ts';
import { dialLink, enumLabel, phoneLabel } from '#domain/labels.ts';
import { EndTexts } from '#web/correspondence/end-texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { useFocusBack } from '#web/ui/focus-back.ts';
import { later } from '#web/ui/later.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { EmailWorks } from './email-works.tsx';
import { TextsEnded } from './texts-ended.tsx';

const ProfileEditForm = later(
  async () => (await import('./profile-edit-form.tsx')).ProfileEditForm,
  <SkeletonCards count={1} label="Loading the form" />,
);

/** For staff: how to reach a person, and to change it. */
export function ReachCard({ profile }: { profile: Profile }) {
  const [isEditing, setEditing] = useState(false);
  const edit = useFocusBack(isEditing);
  if (isEditing) return <ProfileEditForm profile={profile} onEnd={() => setEditing(false)} />;
  const { firstName, lastName, displayName, email, pendingEmail, phone, notificationPreference, textsEnded } = profile;
  return (
    <Card
      title="How to reach"
      actions={
        <Button ref={edit} variant="quiet" size="edge" aria-label="Edit how to reach" onPress={() => setEditing(true)}>
          Edit
        </Button>
      }
    >
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact label="Name">
          {firstName} {lastName}
        </Fact>
        <Fact label="Others see">{displayName}</Fact>
        <Fact label="Phone">
          <a href={dialLink(phone)} className={`inline-flex min-h-11 items-center ${textLinkClass}`}>
            {phoneLabel(phone)}
          </a>
        </Fact>
        <Fact label="Wants to hear by">
          {enumLabel(notificationPreference)}
          <TextsEnded profile={profile} />
          {notificationPreference !== 'NOTIFICATION_PREFERENCE_EMAIL' && textsEnded !== 'stopped' && (
            <span className="block">
              <EndTexts phone={phone} by={{ profileId: profile.id }} />
            </span>
          )}
        </Fact>
        <Fact label="Email" isWide>
          <MailLink email={email} className={`inline-flex min-h-11 items-center break-all ${textLinkClass}`} />
          {pendingEmail && (
            <span className="block text-ink-soft text-sm">
              Becomes {pendingEmail} once the link that we email there is pressed.
            </span>
          )}
          <EmailWorks profile={profile} />
        </Fact>
      </dl>
    </Card>
  );
}
