import { Outlet } from 'react-router';
import { useServiceWorker } from '#web/offline/use-service-worker.ts';
import { Guard } from './guard.tsx';

/** The frame of pages for workers, which open without a network too. */
export default function WorkerOnly() {
  useServiceWorker();
  return (
    <Guard allow={['PROFILE_TYPE_WORKER']}>
      <Outlet />
    </Guard>
  );
}
