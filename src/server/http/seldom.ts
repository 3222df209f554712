/** @returns whether a line is due again */
export type Seldom = () => boolean;

/**
 * For lines that would come with every call while something is broken, such as a disk that is full, and would fill it.
 * @param now milliseconds of a clock that only goes forward
 * @returns a function that lets one line through in so many milliseconds, ten seconds unless said otherwise
 */
export function openSeldom(now = () => performance.now(), everyMs = 10_000): Seldom {
  let dueAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() < dueAt) return false;
    dueAt = now() + everyMs;
    return true;
  };
}
