import { useParams } from 'react-router';
import { bringsLabel } from '#domain/proposal-words.ts';
import { api } from '#web/api/api.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { Plan } from './plan.tsx';

/** A worker's plan, opened to put one engagement on its days. */
export default function PlanEngagementPage() {
  const { workerId, engagementId } = useParams();
  useInvalidUrl(!workerId || !engagementId);
  // The home, from which one comes here, has reckoned what its proposals bring.
  const home = api.useGetWorkerHomeQuery({ params: { workerProfileId: workerId ?? '' } }, { skip: !workerId });
  const proposal = home.currentData?.proposals.find((one) => one.engagementId === engagementId);
  return workerId && engagementId ? (
    <Plan
      key={engagementId}
      workerId={workerId}
      engagementId={engagementId}
      brings={proposal && bringsLabel(proposal)}
    />
  ) : null;
}
