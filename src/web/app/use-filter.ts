import { useSearchParams } from 'react-router';
import { useLeftOut } from './left-out.ts';

/**
 * What a list is narrowed to; the page's address keeps it. Another filter than these is left out.
 * @returns the filter, undefined for the whole list, and what chooses another
 */
export function useFilter<Filter extends string>(
  filters: readonly Filter[],
): [Filter | undefined, (chosen: Filter | undefined) => void] {
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get('filter');
  const filter = filters.find((one) => one === asked);
  useLeftOut(asked !== null && filter === undefined ? ['filter'] : []);
  const choose = (chosen: Filter | undefined) =>
    setParameters(
      (before) => {
        if (chosen === undefined) before.delete('filter');
        else before.set('filter', chosen);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return [filter, choose];
}
