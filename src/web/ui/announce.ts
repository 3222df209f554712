let region: HTMLElement | undefined;

/** Has screen readers say something at once, wherever focus is. An open dialog does not hide it from them. */
export function announce(text: string): void {
  if (!region?.isConnected) {
    region = document.createElement('div');
    region.className = 'sr-only';
    region.ariaLive = 'assertive';
    region.dataset.liveAnnouncer = 'true';
    document.body.append(region);
  }
  const words = document.createElement('p');
  words.textContent = text;
  // Only what comes into a region that was there before is said.
  setTimeout(() => {
    // Who reads the region themselves finds the same words once.
    for (const said of [...(region?.children ?? [])]) if (said.textContent === text) said.remove();
    region?.append(words);
  }, 100);
  setTimeout(() => words.remove(), 7_000);
}
