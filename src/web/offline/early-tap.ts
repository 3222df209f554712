import { localStore } from '#web/api/session-hint.ts';
import type { NewEntry } from './outbox-entry.ts';

/** The second tap of a double tap, which would land on the step after, comes within this time. */
export const doubleTapMs = 800;

const tapKey = 'early-tap';
const unsentKey = 'outbox-unsent';

/** A step that was tapped before the app's code was there; it is a small note, which the outbox takes over. */
export function earlyTap(): NewEntry | undefined {
  const kept = localStore()?.getItem(tapKey);
  return kept == null ? undefined : (JSON.parse(kept) as NewEntry);
}

/** Sent by the page when one is kept: the app may be there already, and wait for an answer. */
export const earlyTapEvent = 'early-tap';

/** @returns whether this phone has kept it */
export function keepEarlyTap(tap: NewEntry): boolean {
  try {
    localStore()?.setItem(tapKey, JSON.stringify(tap));
  } catch {
    // A full store counts as none.
  }
  const isKept = localStore()?.getItem(tapKey) != null;
  if (isKept) dispatchEvent(new Event(earlyTapEvent));
  return isKept;
}

export const forgetEarlyTap = (): void => localStore()?.removeItem(tapKey);

/** Notes whether changes wait on this phone, so that a visit is not shown as the server has it before they are read. */
export function noteUnsent(isUnsent: boolean): void {
  if (isUnsent === hasUnsent()) return;
  if (isUnsent) localStore()?.setItem(unsentKey, '1');
  else localStore()?.removeItem(unsentKey);
}

export const hasUnsent = (): boolean => localStore()?.getItem(unsentKey) != null;
