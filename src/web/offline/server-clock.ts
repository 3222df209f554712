/** How far the server's clock is ahead of this device's, in milliseconds, as its last answer told; undefined until one has. */
let aheadMs: number | undefined;
let lastTap = 0;
/** How far two answers may differ about the time, when one of them was slow. */
const toleranceMs = 60_000;

declare global {
  /** What the head start noted of an answer that the app reads later, when its time says less. */
  var earlyServerTime: { now: string; aheadMs: number } | undefined;
}

const aheadOf = (now: string) => Date.parse(now) - Date.now();

/** @param now the server's time as it was answered just now, or to the head start, an ISO instant */
export function noteServerTime(now: string): void {
  const early = globalThis.earlyServerTime;
  aheadMs = early?.now === now ? early.aheadMs : aheadOf(now);
}

/** Notes for the app what the server's time was as its answer came to the head start. */
export function noteEarlyServerTime(now: string): void {
  globalThis.earlyServerTime = { now, aheadMs: aheadOf(now) };
}

/** @returns the time by the server's clock, in milliseconds since 1970; a wrong clock of this device does no harm */
export const serverNow = (): number => Date.now() + (aheadMs ?? 0);

/**
 * @returns the moment of a tap by the server's clock, an ISO instant; never earlier than the previous tap, even when a
 *   slow answer set the clock back
 */
export function momentOfTap(): string {
  const now = serverNow();
  if (now > lastTap || lastTap - now > toleranceMs) lastTap = now;
  return new Date(lastTap).toISOString();
}

/**
 * @returns the moment of a tap as it is sent. This device's clock may have been ahead at the tap, and put right since, and
 *   nothing was tapped after now; but now is known only once the server has told it
 */
export const tapTime = (tappedAt: string): string =>
  aheadMs === undefined ? tappedAt : new Date(Math.min(Date.parse(tappedAt), serverNow())).toISOString();
