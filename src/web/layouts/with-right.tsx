import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { mayDo, type Right } from '#domain/rights.ts';
import { selectCurrentProfile } from '#web/api/session.ts';
import { useAppSelector } from '#web/app/store.ts';

/**
 * Shows a page for employees to those whose role has the right; others go to the forbidden page, which says who may.
 * It stands in the pages that need it, so that nobody else loads the rights.
 */
export function WithRight({ right, children }: { right: Right; children: ReactNode }) {
  const profile = useAppSelector(selectCurrentProfile);
  const { pathname } = useLocation();
  if (mayDo(profile?.staffRole ?? null, right)) return children;
  return <Navigate to="/forbidden" replace state={{ from: pathname, lacked: right }} />;
}
