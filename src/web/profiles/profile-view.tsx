import type { Profile } from '#contract/profiles.ts';
import { dialLink, enumLabel, phoneLabel } from '#domain/labels.ts';
import { Badge } from '#web/ui/badge.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { OwnEmailBroken } from './email-broken.tsx';
import { ProfileTypeIcon } from './profile-type-icon.tsx';
import { TextsEnded } from './texts-ended.tsx';

/** What a profile says, to read. */
export function ProfileView({ profile }: { profile: Profile }) {
  const { type, label, firstName, lastName, displayName, email, pendingEmail, phone } = profile;
  const { notificationPreference, isDefault, visitReminders } = profile;
  return (
    <Card>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
        <span className="grid size-14 shrink-0 place-items-center rounded-control bg-sunken">
          <ProfileTypeIcon type={type} />
        </span>
        <div className="min-w-0 flex-[1_1_10rem]">
          <h2 className="wrap-anywhere text-2xl">{displayName}</h2>
          <p className="wrap-anywhere text-ink-soft">{label}</p>
        </div>
        {isDefault && <Badge tone="accepted">Default</Badge>}
      </div>
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact label="Profile Type">{enumLabel(type)}</Fact>
        <Fact label="Notification Preference">
          {enumLabel(notificationPreference)}
          <TextsEnded profile={profile} isOwn />
        </Fact>
        {type === 'PROFILE_TYPE_CUSTOMER' && (
          <Fact label="Reminder the day before a visit">{visitReminders ? 'On' : 'Off'}</Fact>
        )}
        <Fact label="First Name">{firstName}</Fact>
        <Fact label="Last Name">{lastName}</Fact>
        <Fact label="Email">
          <MailLink email={email} className={`inline-flex min-h-11 items-center break-all ${textLinkClass}`} />
          {pendingEmail && (
            <span className="block wrap-anywhere text-ink-soft text-sm">
              Becomes {pendingEmail} once the link that we email there is pressed.
            </span>
          )}
          <OwnEmailBroken profile={profile} />
          {profile.mailsEnded && (
            <span className="block text-ink-soft text-sm">
              Unsubscribed from emails about visits. What is about the account and its bills still comes.
            </span>
          )}
        </Fact>
        <Fact label="Phone">
          {phone ? (
            <a href={dialLink(phone)} className={`inline-flex min-h-11 items-center ${textLinkClass}`}>
              {phoneLabel(phone)}
            </a>
          ) : (
            'Erased'
          )}
        </Fact>
      </dl>
    </Card>
  );
}
