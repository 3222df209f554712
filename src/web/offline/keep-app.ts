let isAsked = false;

/**
 * Has this browser keep the app's code for when there is no network, once. Only workers' phones are asked to, so that
 * nobody else pays for it.
 */
export function keepApp(): void {
  if (isAsked || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  isAsked = true;
  // Where it is refused, as in some private windows, the app works with a network only.
  navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
}
