import { useParams } from 'react-router';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { Plan } from './plan.tsx';

/** A worker's plan. */
export default function PlanPage() {
  const { workerId } = useParams();
  useInvalidUrl(!workerId);
  return workerId ? <Plan workerId={workerId} /> : null;
}
