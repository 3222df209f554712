import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { keepApp } from '#web/offline/keep-app.ts';
import { Guard } from './guard.tsx';

/** The frame of pages for workers, which open without a network too. */
export default function WorkerOnly() {
  useEffect(keepApp, []);
  return (
    <Guard allow={['PROFILE_TYPE_WORKER']}>
      <Outlet />
    </Guard>
  );
}
