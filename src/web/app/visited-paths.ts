import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { selectCurrentProfile } from '#web/api/session.ts';
import { parentOf } from './parents.ts';
import { store } from './store.ts';

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

/** @returns whether this tab has shown a page before this one: the router counts them in its history, which survives a reload */
export const hasPageBefore = (): boolean => history.state?.idx > 0;

/**
 * @returns a function that goes to the page before, also after a reload; when this tab has shown no page before, as after a
 *   link in a mail, to the page that this one belongs to, in its place
 */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return () => {
    if (hasPageBefore()) void navigate(-1);
    else void navigate(parentOf(pathname, selectCurrentProfile(store.getState())), { replace: true });
  };
}
