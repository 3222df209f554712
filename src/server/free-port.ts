import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that Linux gives to outgoing connections (32768 to 60999, `ip_local_port_range` in ip(7)). One of
 * those could be given to another connection between our look and its use.
 */
const range = { from: 20_000, to: 32_000 };
const mostTries = 100;

/**
 * @param from for who comes back to the port later: one from there to `to`, which nobody else is given meanwhile
 * @returns a port of this machine that nobody listens on now
 */
export async function freePort({ from, to } = range): Promise<number> {
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    const port = randomInt(from, to);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port from ${from} to ${to}`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
