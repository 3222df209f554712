let loading: Promise<unknown> | undefined;

/**
 * Loads a stand-in for `Temporal` into browsers that lack it, once per page load.
 * @returns undefined when the browser has it, otherwise a promise to wait for before the domain's calendar is used
 */
export function loadTemporal(): Promise<unknown> | undefined {
  if ('Temporal' in globalThis) return undefined;
  loading ??= import('temporal-polyfill/global');
  return loading;
}
