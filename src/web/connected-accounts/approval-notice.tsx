import type { Profile } from '#contract/profiles.ts';
import { api } from '#web/api/api.ts';
import { Card } from '#web/ui/card.tsx';

/** Tells a worker whom the office has not approved how they stand; asks anew, because that changes meanwhile. */
export function ApprovalNotice({ profile }: { profile: Profile }) {
  const { data } = api.useGetProfileQuery(
    { params: { profileId: profile.id } },
    { refetchOnMountOrArgChange: true, skip: profile.approval === 'approved' },
  );
  const { approval, approvalReason } = data?.profile ?? profile;
  if (approval === 'waiting') {
    return (
      <Card title="We look at your sign-up">
        <p>
          Our office approves you before you see open jobs. You’ll see it here once that’s done. You can set up how
          you’re paid meanwhile.
        </p>
      </Card>
    );
  }
  if (approval !== 'refused') return null;
  return (
    <Card title="You get no new services">
      <p className="whitespace-pre-line">Our office writes: {approvalReason}</p>
      <p className="mt-2">
        Services that you look after stay yours, and you are paid for them. Please ask us if this is a mistake.
      </p>
    </Card>
  );
}
