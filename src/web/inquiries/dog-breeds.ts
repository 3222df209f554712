import { useEffect, useState } from 'react';
import { unlistedBreeds } from './breed-search.ts';

/**
 * Loads several hundred names of breeds after the page is shown, because the list is heavier than the page.
 * @returns undefined until they are loaded, and when loading fails
 */
export function useDogBreeds(): string[] | undefined {
  const [breeds, setBreeds] = useState<string[]>();
  useEffect(() => {
    let isShown = true;
    // Imports the data file, because the package's own entry reads it with node:fs.
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
