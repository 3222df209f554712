let lastTurn: Promise<void> = Promise.resolve();

/**
 * Does `work` when the page is idle. Pieces of work run one after the other, so that together they do not block the
 * page.
 * @returns a function that calls it off
 */
export function whenIdle(work: () => void): () => void {
  let isWanted = true;
  lastTurn = lastTurn.then(waitForIdle).then(() => {
    if (isWanted) work();
  });
  return () => {
    isWanted = false;
  };
}

function waitForIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve, 100);
  });
}
