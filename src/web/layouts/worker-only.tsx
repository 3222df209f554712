import { Outlet } from 'react-router';
import { useServiceWorker } from '#web/offline/use-service-worker.ts';
import { Guard } from './guard.tsx';

/** Around the pages of workers, which are there without a network too. */
export default function WorkerOnly() {
  useServiceWorker();
  return (
    <Guard allow={['PROFILE_TYPE_WORKER']}>
      <Outlet />
    </Guard>
  );
}
