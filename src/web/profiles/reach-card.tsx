import type { Profile } from '#contract/profiles.ts';
import { dialLink, enumLabel, phoneLabel } from '#domain/labels.ts';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';

/** For staff: how to reach a person. */
export function ReachCard({ profile }: { profile: Profile }) {
  const { firstName, lastName, displayName, email, pendingEmail, phone, notificationPreference } = profile;
  return (
    <Card title="How to reach">
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
        <Fact label="Wants to hear by">{enumLabel(notificationPreference)}</Fact>
        <Fact label="E-mail" isWide>
          <a href={`mailto:${email}`} className={`inline-flex min-h-11 items-center break-all ${textLinkClass}`}>
            {email}
          </a>
          {pendingEmail && (
            <span className="block text-ink-soft text-sm">
              Becomes {pendingEmail} once the link that we mailed there is pressed.
            </span>
          )}
        </Fact>
      </dl>
    </Card>
  );
}
