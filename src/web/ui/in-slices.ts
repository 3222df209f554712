import { useDeferredValue } from 'react';

/**
 * Lets React draw in slices what comes for the first time, such as a list when its call has answered: what is drawn at
 * once holds a slow phone up for as long as that takes, and a store's answers are drawn at once.
 * @returns undefined until what `value` leads to is drawn; from then on `value` itself
 */
export function useInSlices<Value>(value: Value | undefined): Value | undefined {
  const isDrawn = useDeferredValue(value !== undefined);
  return isDrawn ? value : undefined;
}
