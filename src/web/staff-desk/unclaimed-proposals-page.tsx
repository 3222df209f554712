import { api } from '#web/api/api.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { DeskBatch } from './desk-batch.tsx';
import { ProposalRow } from './desk-rows.tsx';

const usePage = (after: string | undefined) =>
  api.useListUnclaimedProposalsQuery({ query: { after } }, { refetchOnMountOrArgChange: true });

/** Every proposal that nobody has claimed for a day. */
export default function UnclaimedProposalsPage() {
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Unclaimed proposals"
        description="Nobody has claimed these for a day. The longest open come first."
      />
      <div className="grid gap-4">
        <DeskBatch
          usePage={usePage}
          keyOf={(proposal) => proposal.engagementId}
          what="proposals"
          emptyTitle="No Unclaimed Proposals"
          emptyText="Every proposal found a worker within a day."
        >
          {(proposal, now) => <ProposalRow proposal={proposal} now={now} />}
        </DeskBatch>
      </div>
    </div>
  );
}
