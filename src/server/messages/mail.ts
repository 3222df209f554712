import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { isHardStatus } from '#domain/mail-delivery.ts';
import { AddressRefusedError, type HandOver, handOverAtOnce, RefusedError, UnansweredError } from './refused.ts';

/** One email. `id` is the message's own, so that a provider can recognise a repeat. */
export type Mail = {
  id: string;
  /** What the business is called. */
  fromName: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  replyTo: string | null;
  /** Where its reader asks for no more like it, with one click; null where that is not possible. */
  unsubscribe: string | null;
};

/**
 * Hands over a mail. Rejects when the server did not take it: with a RefusedError when it never will, and with an
 * UnansweredError when we cannot know.
 * @param handOver asked before the last byte goes
 */
export type SendMail = (mail: Mail, handOver?: HandOver) => Promise<void>;

/** How many mails are handed over at once. Each connection stays open for the next mail. */
const connections = 10;

type MailOptions = {
  timeoutMs?: number;
  wholeMs?: number;
  /** Where mails come back to, such as bounces@yards.example: each from an address of its own, bounces+<id>@yards.example. */
  bounceAddress?: string | undefined;
  /** By which a provider learns the id of each message. */
  headers?: Record<string, (id: string) => string>;
};

/**
 * @param url an SMTP server, such as smtp://user:password@host:587
 * @param from the sender of every mail: an address, called as the business is, or a name and an address
 * @param options `timeoutMs` for the connection, the greeting and every later answer; `wholeMs` for one mail in all,
 * with the wait for a connection
 */
export function createSmtpMailer(
  url: string,
  from: string,
  { timeoutMs = 20_000, wholeMs = 60_000, bounceAddress, headers = {} }: MailOptions = {},
): SendMail {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  transport.use('stream', ({ data, message }, done) => {
    // It is read once the server has asked for it, and sends the end of the mail after the last of it: there the server takes it
    // (RFC 5321, section 4.1.1.4). Each try has its own, since two of one message may meet when a clock jumps.
    const { handOver } = data as { handOver?: HandOver };
    message.processFunc((content) => Readable.from(held(content, handOver ?? handOverAtOnce), { objectMode: false }));
    done();
  });
  const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  const hasName = from.includes('<');
  return async ({ id, fromName, to, subject, text, html, replyTo, unsubscribe }, handOver = handOverAtOnce) => {
    // The same for every try, so that a mail program recognises a repeat.
    const messageId = `<${id}@${domain}>`;
    let isHandedOver = false;
    const mail = {
      handOver: async () => {
        await handOver();
        // Without an answer the server may still have taken it.
        isHandedOver = true;
      },
      messageId,
      from: hasName ? from : { name: fromName, address: from },
      to,
      subject,
      text,
      ...(html === null ? {} : { html }),
      ...(replyTo === null ? {} : { replyTo }),
      // A mail that comes back names what it was (variable envelope return path).
      ...(bounceAddress && { envelope: { from: bounceAddress.replace('@', `+${id}@`), to } }),
      headers: {
        ...(unsubscribe === null ? {} : unsubscribeHeaders(unsubscribe)),
        ...Object.fromEntries(Object.entries(headers).map(([name, make]) => [name, make(id)])),
      },
      // No other limit stops a server that answers a few bytes at a time.
      signal: AbortSignal.timeout(wholeMs),
    };
    try {
      await transport.sendMail(mail);
    } catch (caught) {
      const error = caught as SmtpError;
      if (isFinal(error))
        throw isNoAddress(error)
          ? new AddressRefusedError(error.message, { cause: error })
          : new RefusedError(error.message, { cause: error });
      const isAnswered = error.responseCode !== undefined;
      throw isHandedOver && !isAnswered ? new UnansweredError(error.message, { cause: error }) : error;
    }
  };
}

async function* held(content: AsyncIterable<unknown>, handOver: HandOver) {
  yield* content;
  await handOver();
}

/** Mail programs show a button for it, and press it for their reader (RFC 8058), at an address with https only. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

type SmtpError = Error & { command?: string; responseCode?: number };

/**
 * Whether the server refuses the address or the content for good: a 5yz reply to RCPT or DATA (RFC 5321, section
 * 4.2.1). Such a reply to an earlier command is about us, and we may be able to mend it.
 */
const isFinal = ({ command, responseCode = 0 }: SmtpError) =>
  (command === 'RCPT TO' || command === 'DATA') && responseCode >= 500 && responseCode < 600;

/** Whether it says so of the address itself, by its enhanced status (RFC 3463), and not of us or of what we write. */
const isNoAddress = ({ command, message }: SmtpError) =>
  command === 'RCPT TO' && isHardStatus(/\b5\.\d{1,3}\.\d{1,3}\b/.exec(message)?.[0] ?? '');
