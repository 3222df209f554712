let before: Promise<void> = Promise.resolve();

/**
 * Does what can wait, when the page has nothing better to do; one piece after the other, so that together they do not
 * hold the page up.
 * @returns calls it off
 */
export function whenIdle(work: () => void): () => void {
  let isWanted = true;
  before = before.then(nextIdle).then(() => {
    if (isWanted) work();
  });
  return () => {
    isWanted = false;
  };
}

function nextIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve, 100);
  });
}
