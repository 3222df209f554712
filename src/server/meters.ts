/** Counts what happens in a process, for those who watch it. Nothing is kept of whom it happens to. */
export type Meters = {
  /** @param route the endpoint's pattern, never what was asked for: a path holds ids */
  request(route: string, method: string, status: number, milliseconds: number): void;
  /** @param outcome how a try to collect ended, as `Outcome` of billing names it */
  payment(outcome: string): void;
  /** @param directive of a page's security policy, by which a browser kept something out */
  policyReport(directive: string): void;
  message(channel: 'email' | 'text', outcome: 'sent' | 'failed' | 'dead'): void;
};

/** For a process whose metrics are not asked for. */
export const noMeters: Meters = { request: () => {}, payment: () => {}, message: () => {}, policyReport: () => {} };
