import { useAddress, useLeftOut } from './use-address.ts';

/**
 * What a list is narrowed to; the page's address keeps it. Another filter than these is left out.
 * @returns the filter, undefined for the whole list, and what chooses another
 */
export function useFilter<Filter extends string>(
  filters: readonly Filter[],
): [Filter | undefined, (chosen: Filter | undefined) => void] {
  const [parameters, change] = useAddress();
  const asked = parameters.get('filter');
  const filter = filters.find((one) => one === asked);
  useLeftOut(asked !== null && filter === undefined ? ['filter'] : []);
  return [filter, (chosen) => change({ filter: chosen ?? '' })];
}
