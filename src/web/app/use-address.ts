import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** @returns what the page's address asks for, and what changes parts of it; what becomes '' goes out, and all else stays */
export function useAddress(): [URLSearchParams, (changed: Record<string, string>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const change = useCallback(
    (changed: Record<string, string>) =>
      setParameters(
        (before) => {
          for (const [name, value] of Object.entries(changed)) {
            if (value === '') before.delete(name);
            else before.set(name, value);
          }
          return before;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParameters],
  );
  return [parameters, change];
}
