let loading: Promise<unknown> | undefined;

/**
 * Gives browsers without `Temporal` a stand-in for it, once per page load.
 * @returns undefined when the browser has it, otherwise a promise to wait for before the domain's calendar is used
 */
export function loadTemporal(): Promise<unknown> | undefined {
  if ('Temporal' in globalThis) return undefined;
  loading ??= import('temporal-polyfill/global');
  return loading;
}
