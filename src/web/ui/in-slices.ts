import { startTransition, useDeferredValue, useEffect, useState } from 'react';

/**
 * Lets React draw in slices what comes for the first time, such as the figures of a card when its call has answered:
 * what is drawn at once holds a slow phone up for as long as that takes, and a store's answers are drawn at once. Not for
 * what the page is opened for, which stands there later so.
 * @returns undefined until what `value` leads to is drawn; from then on `value` itself
 */
export function useInSlices<Value>(value: Value | undefined): Value | undefined {
  const isDrawn = useDeferredValue(value !== undefined);
  return isDrawn ? value : undefined;
}

/**
 * Lets what a page is opened for stand there before the rest of it, which React then draws in slices.
 * @returns false while the component is drawn for the first time, then true
 */
export const useIsWhole = (): boolean => useDeferredValue(true, false);

/**
 * Lets the parts of a long page be drawn one after the other: what is drawn in slices is still shown, and laid out, in one.
 * @param first how many stand there at once
 * @returns how many of `count` are drawn by now
 */
export function useOneByOne(count: number, first: number): number {
  const [drawn, setDrawn] = useState(first);
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn(drawn + 1));
  }, [drawn, count]);
  return drawn;
}
