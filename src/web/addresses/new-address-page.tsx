import { useNavigate, useParams } from 'react-router';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { NewAddressForm } from './new-address-form.tsx';
import { useWhose } from './whose.ts';

/** Adds an address and goes back to the list. */
export default function NewAddressPage() {
  const { profileId = '' } = useParams();
  const navigate = useNavigate();
  useInvalidUrl(!profileId);
  const { isOwn, name, mayEdit } = useWhose(profileId);
  if (!profileId) return null;
  const list = `/profiles/${profileId}/addresses`;
  return (
    <div className="content-width py-10">
      <PageHeading title="New Address" description={!isOwn && name && `Of ${name}.`} />
      {mayEdit ? (
        <Card className="max-w-2xl">
          <NewAddressForm
            profileId={profileId}
            onCreated={() => navigate(list, { replace: true })}
            cancel={
              <LinkButton to={list} variant="quiet">
                Cancel
              </LinkButton>
            }
          />
        </Card>
      ) : (
        <EmptyState
          title="Only for yourself"
          text="An address is added by the person whose it is."
          action={<LinkButton to="/dashboard">To the dashboard</LinkButton>}
        />
      )}
    </div>
  );
}
