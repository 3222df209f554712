import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

const limit = 50;
/** The newest is last. Only paths are kept, because a query may hold a token. */
const visited: string[] = [];

/** Remembers the last 50 paths that this page showed. */
export function useRememberPaths(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (visited.at(-1) === pathname) return;
    visited.push(pathname);
    if (visited.length > limit) visited.shift();
  }, [pathname]);
}

/** @returns the path shown before this one; `fallback` when this is the first */
export function previousPath(fallback: string): string {
  return visited.at(-2) ?? fallback;
}

/** @returns a function that goes to the previous page, or to the dashboard when there is no previous page */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    if (visited.length > 1) navigate(-1);
    else navigate('/dashboard', { replace: true });
  };
}
