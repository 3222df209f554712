import { useParams } from 'react-router';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { Plan } from './plan.tsx';

/** A worker's plan, opened to put one engagement on its days. */
export default function PlanEngagementPage() {
  const { workerId, engagementId } = useParams();
  useInvalidUrl(!workerId || !engagementId);
  return workerId && engagementId ? <Plan key={engagementId} workerId={workerId} engagementId={engagementId} /> : null;
}
