import { isIPv6 } from 'node:net';

/**
 * Takes the ports out of X-Forwarded-For. Some proxies add one, and it differs with each connection: every connection
 * would count as another caller, and no proxy in the list would be recognised.
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
