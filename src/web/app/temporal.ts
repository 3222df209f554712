import { goByTimeZone } from '#domain/time-zone.ts';

let loading: Promise<unknown> | undefined;

/**
 * Makes the domain's calendar ready: it goes by the zone that the document names, and browsers that lack `Temporal` load a
 * stand-in for it, once per page load.
 * @returns undefined when the browser has it, otherwise a promise to wait for before the domain's calendar is used
 */
export function loadTemporal(): Promise<unknown> | undefined {
  // Where a document is being closed, as between tests, it has no element any more.
  goByTimeZone(globalThis.document?.documentElement?.dataset.timeZone);
  if ('Temporal' in globalThis) return undefined;
  loading ??= import('temporal-polyfill/global');
  return loading;
}
