import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createRawServer } from 'node:net';

/** A stand-in of Twilio that knows what it took, by the ids of our messages. */
export type TwilioServer = {
  url: string;
  /** Where it takes connections and says nothing, so that no call ever begins. */
  silentUrl: string;
  /** How often it has taken the message. */
  arrivals(id: string): number;
  /** From now on it takes calls and does not answer them, or does again. */
  setSilent(isSilent: boolean): void;
  /** How many clients wait for it. */
  hanging(): number;
  /** Forgets those who wait, because they are gone. */
  hangUp(): void;
  close(): Promise<void>;
};

/** Starts it, on two ports of its own. */
export async function openTwilioServer(): Promise<TwilioServer> {
  const took = new Map<string, number>();
  let isSilent = false;
  let waiting = 0;
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await Array.fromAsync(request, String).then((parts) => parts.join('')));
    const id = URL.parse(form.get('StatusCallback') ?? '')?.searchParams.get('message') ?? '';
    took.set(id, (took.get(id) ?? 0) + 1);
    if (isSilent) waiting += 1;
    else response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1","status":"queued"}');
  });
  const silent = createRawServer((socket) => {
    waiting += 1;
    socket.on('error', () => {}).resume();
  });
  for (const one of [server, silent]) await once(one.listen(0, '127.0.0.1'), 'listening');
  const [port, silentPort] = [server, silent].map((one) => (one.address() as AddressInfo).port);
  return {
    url: `http://127.0.0.1:${port}`,
    silentUrl: `https://127.0.0.1:${silentPort}`,
    arrivals: (id) => took.get(id) ?? 0,
    setSilent: (is) => {
      isSilent = is;
    },
    hanging: () => waiting,
    hangUp: () => {
      waiting = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await Promise.all([server, silent].map((one) => new Promise((resolve) => one.close(resolve))));
    },
  };
}
