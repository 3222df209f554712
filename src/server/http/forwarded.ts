import { isIPv6 } from 'node:net';

/**
 * Some proxies name their callers with a port, which differs from connection to connection: each would be another
 * caller, and the proxies before it would not be recognised.
 * @param header X-Forwarded-For, as it came
 * @returns the addresses alone
 */
export function withoutPorts(header: string): string {
  return header
    .split(',')
    .map((part) => {
      const address = part.trim();
      const [, bracketed, plain] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
      return bracketed && isIPv6(bracketed) ? bracketed : (plain ?? address);
    })
    .join(', ');
}
