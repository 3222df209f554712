import { useEffect, useState } from 'react';

/** Offered first, for the many dogs that no list of breeds names. */
const unlisted = ['Mixed Breed', 'Other'];

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
        if (isShown) setBreeds([...unlisted, ...list.map(({ name }) => name)]);
      },
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, []);
  return breeds;
}
