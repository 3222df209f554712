import { ImapFlow } from 'imapflow';
import type { MailboxTrouble } from '#domain/system.ts';
import { isLoopback } from '../config-rules.ts';
import { mostRead } from './dsn.ts';

/** How many emails one reading takes at most; the next takes the others. */
const mostAtOnce = 200;

type MailboxOptions = { timeoutMs?: number; wholeMs?: number };

/**
 * Reads what nobody has read in a mailbox, the oldest first, and marks each as read once it is taken: what was taken when the answer
 * was lost comes again.
 * @param address such as imaps://user:password@host/folder; imap: means TLS after the greeting, unless it is this machine
 * @param take gets the beginning of each; when it rejects, the reading ends and the email stays unread
 * @param options `timeoutMs` for each answer, `wholeMs` for all of it
 */
export async function readUnread(
  address: string,
  take: (raw: string) => Promise<void>,
  { timeoutMs = 20_000, wholeMs = 50_000 }: MailboxOptions = {},
): Promise<void> {
  const url = new URL(address);
  const secure = url.protocol === 'imaps:';
  const client = new ImapFlow({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    // Otherwise somebody in between could read the password.
    ...(!secure && !isLoopback(url.hostname) && { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    disableAutoIdle: true,
    logger: false,
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
  });
  // What waits for an answer hears of it as well.
  client.on('error', () => undefined);
  const late = setTimeout(() => client.close(), wholeMs);
  try {
    await client.connect();
    await client.mailboxOpen(decodeURIComponent(url.pathname.slice(1)) || 'INBOX');
    const unread = await client.search({ seen: false }, { uid: true });
    if (!unread) throw new Error('The mailbox could not be searched');
    for (const uid of unread.toSorted((one, other) => one - other).slice(0, mostAtOnce)) {
      const found = await client.fetchOne(uid, { source: { start: 0, maxLength: mostRead } }, { uid: true });
      // Somebody else may have deleted it meanwhile.
      const raw = found ? found.source : undefined;
      if (raw) await take(raw.toString('utf8'));
      await client.messageFlagsAdd(uid, ['\\Seen'], { uid: true });
    }
    await client.logout();
  } finally {
    clearTimeout(late);
    client.close();
  }
}

/** @returns what to look at after a reading that failed */
export function troubleOf(error: unknown): MailboxTrouble {
  const { authenticationFailed, mailboxMissing } = (error ?? {}) as Record<string, unknown>;
  if (authenticationFailed) return 'mailbox-refused';
  return mailboxMissing ? 'mailbox-folder' : 'mailbox-away';
}
