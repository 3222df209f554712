import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A line to the server, as a phone has one. */
export type Line = {
  /** Milliseconds there and back. */
  roundTrip: number;
  /** Bytes a second downwards, shared by all connections. */
  rate: number;
};

/** https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md: what it calls slow 4G and slow 3G. */
export const slow4G: Line = { roundTrip: 150, rate: 204_800 };
export const slow3G: Line = { roundTrip: 400, rate: 51_200 };

type Piece = { bytes: Buffer; due: number };

const tickMs = 5;
/** What is sent at once, about a packet. */
const pieceBytes = 1_460;

/**
 * A proxy in front of the server that delays and rations what comes down. Unlike the browser's own throttling it holds
 * for the service worker too, and counts what went over the wire.
 * @param port where it listens; `target` is the server's
 */
export async function openSlowLine(port: number, target: number) {
  let line: Line | undefined;
  let received = 0;
  const queues = new Map<Socket, Piece[]>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    queues.set(client, []);
    client.on('data', (bytes) => setTimeout(() => upstream.write(bytes), (line?.roundTrip ?? 0) / 2));
    upstream.on('data', (bytes: Buffer) => {
      const due = performance.now() + (line?.roundTrip ?? 0) / 2;
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        queues.get(client)?.push({ bytes: bytes.subarray(at, at + pieceBytes), due });
      }
    });
    const end = () => {
      queues.delete(client);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('close', end).on('error', end);
  });
  let last = performance.now();
  let credit = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    const rate = line?.rate ?? Number.POSITIVE_INFINITY;
    credit = Math.min(credit + (rate * (now - last)) / 1000, (rate * 4 * tickMs) / 1000);
    last = now;
    // The connections take turns, one piece each, also from one tick to the next: whose turn it was goes to the end.
    while (credit > 0) {
      const [client, queue] = [...queues].find(([, [first]]) => first && first.due <= now) ?? [];
      if (!client || !queue) break;
      const { bytes } = queue.shift() as Piece;
      queues.delete(client);
      queues.set(client, queue);
      client.write(bytes);
      credit -= bytes.length;
      received += bytes.length;
    }
  }, tickMs);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    /** @param next how slow it is from now on; undefined for a line that holds nothing up */
    set: (next: Line | undefined) => {
      line = next;
    },
    /** @returns how many bytes came down so far */
    received: () => received,
    close: () => {
      clearInterval(timer);
      server.close();
      for (const client of queues.keys()) client.destroy();
    },
  };
}
