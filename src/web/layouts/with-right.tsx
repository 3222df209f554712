import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Right } from '#domain/rights.ts';
import { useMay } from '#web/app/use-may.ts';

/**
 * Shows a page for employees to those whose role has the right; others go to the forbidden page, which says who may.
 * It stands in the pages that need it, so that nobody else loads the rights.
 */
export function WithRight({ right, children }: { right: Right; children: ReactNode }) {
  const may = useMay(right);
  const { pathname } = useLocation();
  if (may) return <>{children}</>;
  return <Navigate to="/forbidden" replace state={{ from: pathname, lacked: right }} />;
}
