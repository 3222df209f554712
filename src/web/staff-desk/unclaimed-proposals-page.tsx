import { api } from '#web/api/api.ts';
import { DeskListPage } from './desk-list-page.tsx';
import { ProposalRow } from './desk-rows.tsx';

/** Lists every proposal that nobody has claimed for a day, or that has lost its worker. */
export default function UnclaimedProposalsPage() {
  const loaded = api.useListUnclaimedProposalsInfiniteQuery({}, { refetchOnMountOrArgChange: true });
  return (
    <DeskListPage
      title="Unclaimed proposals"
      description="Nobody has claimed these for a day, or their worker has given them back. The longest open come first."
      what="proposals"
      loaded={loaded}
      keyOf={(proposal) => proposal.engagementId}
      emptyTitle="No Unclaimed Proposals"
      emptyText="A proposal that nobody takes within a day, or that a worker gives back, stands here."
    >
      {(proposal, now) => <ProposalRow proposal={proposal} now={now} />}
    </DeskListPage>
  );
}
