import { useEffect, useState } from 'react';
import { unlistedBreeds } from './breed-search.ts';

/**
 * Several hundred breeds by name, fetched once the page is up: the list is heavier than the page.
 * @returns undefined until they are there, or when they cannot be had
 */
export function useDogBreeds(): string[] | undefined {
  const [breeds, setBreeds] = useState<string[]>();
  useEffect(() => {
    let isShown = true;
    // The package's own entry reads the file with node:fs.
    import('dog-breeds/dog-breeds.json').then(
      ({ default: list }) => {
        if (isShown) setBreeds([...unlistedBreeds, ...list.map(({ name }) => name)]);
      },
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, []);
  return breeds;
}
