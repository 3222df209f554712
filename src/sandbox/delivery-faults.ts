/**
 * A failure of the mail or the text provider, on request. `fail`: the provider does not take the message.
 * `fail-after-sending`: it takes the message, and its answer is lost. `times` absent: until the faults are replaced.
 */
export type DeliveryFault = { service: 'mail' | 'text'; kind: 'fail' | 'fail-after-sending'; times?: number };

/** The faults of mail and text. They are a tool for tests, so they end with the process. */
export function createDeliveryFaults() {
  let active: { fault: DeliveryFault; left: number }[] = [];

  return {
    /** Replaces all faults; an empty list ends them. */
    set(faults: DeliveryFault[]): void {
      active = faults.map((fault) => ({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }));
    },

    /**
     * Calls `send`, unless a fault strikes. At most one fault strikes each message.
     * @param handOver asked before, as a provider's own client asks before the last byte goes
     */
    async around(
      service: DeliveryFault['service'],
      send: () => Promise<void>,
      handOver: () => Promise<void> = async () => {},
    ): Promise<void> {
      const struck = active.find(({ fault, left }) => left > 0 && fault.service === service);
      if (struck) struck.left -= 1;
      if (struck?.fault.kind !== 'fail') {
        await handOver();
        await send();
      }
      if (!struck) return;
      const error = new Error(`The sandbox was told to make ${service === 'mail' ? 'email' : 'texts'} fail`);
      // By this name the server recognises a message that was perhaps sent.
      if (struck.fault.kind === 'fail-after-sending') error.name = 'UnansweredError';
      throw error;
    },
  };
}
