declare global {
  /** The machine's clock, once another is in its place. */
  var machineDate: DateConstructor | undefined;
}

/**
 * Lets a browser's clock be ahead of the machine's. What Vitest or Playwright puts in its place later stands on it. It is
 * sent into pages as text, so it uses nothing from around it.
 * @param aheadMs in milliseconds, negative when it is behind
 */
export function shiftClock(aheadMs: number): void {
  globalThis.machineDate ??= Date;
  const MachineDate = globalThis.machineDate;
  const now = () => MachineDate.now() + aheadMs;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (_, given, called) => Reflect.construct(MachineDate, given.length === 0 ? [now()] : given, called),
    get: (_, name) => (name === 'now' ? now : Reflect.get(MachineDate, name)),
  });
  // What has Temporal asks no Date for the time.
  if (typeof Temporal === 'undefined') return;
  const instant = () => Temporal.Instant.fromEpochMilliseconds(Date.now());
  const zoned = (zone = Temporal.Now.timeZoneId()) => instant().toZonedDateTimeISO(zone);
  Object.assign(Temporal.Now, {
    instant,
    zonedDateTimeISO: zoned,
    plainDateISO: (zone?: string) => zoned(zone).toPlainDate(),
    plainDateTimeISO: (zone?: string) => zoned(zone).toPlainDateTime(),
    plainTimeISO: (zone?: string) => zoned(zone).toPlainTime(),
  });
}
