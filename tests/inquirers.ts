import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** What became of one try to write. `askedAt` and `at` are milliseconds of `performance.now()`. */
export type Answer = { id: string; askedAt: number; at: number; status: number | undefined };

let callers = 0;
/** @returns an address that nobody has called from: limits by address are another subject */
export function newAddress(): string {
  callers += 1;
  return `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}`;
}

type Sending = {
  /** Whose call it is, to a server that trusts its proxy; somebody new unless given. */
  address?: string;
  message?: string;
  withinMs?: number;
};

/** Sends an inquiry by HTTP. @returns the status; undefined when nobody answered in time */
export async function sendInquiry(
  origin: string,
  id: string,
  { address = newAddress(), message = 'How much is it?', withinMs = 20_000 }: Sending = {},
): Promise<number | undefined> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ from: `v${id}@example.com`, subject: id, message, inquiryId: id }),
    signal: AbortSignal.timeout(withinMs),
  };
  return await fetch(`${origin}/v1/send-inquiry`, request).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => undefined,
  );
}

/** Writes again and again until it is over; what was not acknowledged is sent again after a moment, with the same id. */
export async function writeUntil(
  isOver: () => boolean,
  origin: string,
  answers: Answer[],
  { pauseMs = 50, ...sending }: Omit<Sending, 'address'> & { pauseMs?: number } = {},
): Promise<void> {
  let id = randomUUID();
  while (!isOver()) {
    const askedAt = performance.now();
    const status = await sendInquiry(origin, id, sending);
    answers.push({ id, askedAt, at: performance.now(), status });
    if (status === 200) id = randomUUID();
    else await pause(pauseMs);
  }
}
