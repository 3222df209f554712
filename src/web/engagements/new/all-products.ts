import { useState } from 'react';
import { api } from '#web/api/api.ts';

type Page = NonNullable<ReturnType<typeof api.useListProductsQuery>['currentData']>;

/**
 * Everything the business offers, asked for page by page.
 * @returns the query of the page that is on its way, and of the last one in the end; its `currentData` is there once all
 * pages are, with the products of all
 */
export function useAllProducts() {
  const [earlier, setEarlier] = useState<readonly Page[]>([]);
  const after = earlier.at(-1)?.next;
  const { currentData, error, isFetching, refetch } = api.useListProductsQuery(
    { query: after ? { after } : {} },
    { refetchOnMountOrArgChange: true },
  );
  if (currentData?.next) setEarlier([...earlier, currentData]);
  const isLast = currentData?.next === null;
  const products = isLast ? [...earlier, currentData].flatMap((page) => page.products) : [];
  return { currentData: isLast ? { ...currentData, products } : undefined, error, isFetching, refetch };
}
