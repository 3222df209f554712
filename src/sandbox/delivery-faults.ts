/**
 * A failure on request of the mail or the text provider. `fail`: the message is not taken. `fail-after-sending`: it is
 * taken, and the sender is told that it was not, as when an answer is lost.
 * `times` absent: until the faults are set anew.
 */
export type DeliveryFault = { service: 'mail' | 'text'; kind: 'fail' | 'fail-after-sending'; times?: number };

/** The faults of mail and text. They are a tool for trying it, so they live as long as the process. */
export function createDeliveryFaults() {
  let active: { fault: DeliveryFault; left: number }[] = [];

  return {
    /** Replaces all faults; an empty list ends them. */
    set(faults: DeliveryFault[]): void {
      active = faults.map((fault) => ({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }));
    },

    /** Sends by `send`, unless a fault strikes; each message is struck by one at most. */
    async around(service: DeliveryFault['service'], send: () => Promise<void>): Promise<void> {
      const struck = active.find(({ fault, left }) => left > 0 && fault.service === service);
      if (struck) struck.left -= 1;
      if (struck?.fault.kind !== 'fail') await send();
      if (!struck) return;
      const error = new Error(`The sandbox was told to make ${service} fail`);
      // The name by which the server knows a message that was perhaps sent.
      if (struck.fault.kind === 'fail-after-sending') error.name = 'UnansweredError';
      throw error;
    },
  };
}
