import type { ReactNode } from 'react';
import type { Profile } from '#contract/profiles.ts';
import { enumLabel, phoneLabel } from '#domain/labels.ts';
import { Badge } from '#web/ui/badge.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { ProfileTypeIcon } from './profile-type-icon.tsx';

/** What a profile says, to read. */
export function ProfileView({ profile }: { profile: Profile }) {
  const { type, label, firstName, lastName, displayName, email, phone, notificationPreference, isDefault } = profile;
  return (
    <Card>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
        <span className="grid size-14 shrink-0 place-items-center rounded-control bg-sunken">
          <ProfileTypeIcon type={type} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="break-words text-2xl">{displayName}</h2>
          <p className="break-words text-ink-soft">{label}</p>
        </div>
        {isDefault && <Badge tone="accepted">Default</Badge>}
      </div>
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Row name="Profile Type">{enumLabel(type)}</Row>
        <Row name="Notification Preference">{enumLabel(notificationPreference)}</Row>
        <Row name="First Name">{firstName}</Row>
        <Row name="Last Name">{lastName}</Row>
        <Row name="E-mail">
          <a href={`mailto:${email}`} className={`inline-flex min-h-11 items-center break-all ${textLinkClass}`}>
            {email}
          </a>
        </Row>
        <Row name="Phone">
          <a
            href={`tel:${phone.replace(/[^+\d]/g, '')}`}
            className={`inline-flex min-h-11 items-center ${textLinkClass}`}
          >
            {phoneLabel(phone)}
          </a>
        </Row>
      </dl>
    </Card>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 break-words">
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
