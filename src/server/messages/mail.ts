import { createTransport } from 'nodemailer';
import { RefusedError, UnansweredError } from './refused.ts';

/** One e-mail. `id` is the message's own, so that a provider can recognise a repeat. */
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
 */
export type SendMail = (mail: Mail) => Promise<void>;

/** How many mails are handed over at once. Each connection stays open for the next mail. */
const connections = 10;

/**
 * @param url an SMTP server, such as smtp://user:password@host:587
 * @param from the sender of every mail: an address, called as the business is, or a name and an address
 * @param limits `timeoutMs` for the connection, the greeting and every later answer; `wholeMs` for one mail in all,
 * with the wait for a connection
 */
export function createSmtpMailer(
  url: string,
  from: string,
  { timeoutMs = 20_000, wholeMs = 60_000 }: { timeoutMs?: number; wholeMs?: number } = {},
): SendMail {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  /** The mails whose last byte has gone out: without an answer the server may still have taken them. */
  const handedOver = new Set<string | undefined>();
  transport.use('stream', ({ data, message }, done) => {
    message.processFunc((content) => content.once('end', () => handedOver.add(data.messageId)));
    done();
  });
  const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  const hasName = from.includes('<');
  return async ({ id, fromName, to, subject, text, html, replyTo, unsubscribe }) => {
    // The same for every try, so that a mail program recognises a repeat.
    const messageId = `<${id}@${domain}>`;
    const mail = {
      messageId,
      from: hasName ? from : { name: fromName, address: from },
      to,
      subject,
      text,
      ...(html === null ? {} : { html }),
      ...(replyTo === null ? {} : { replyTo }),
      ...(unsubscribe === null ? {} : { headers: unsubscribeHeaders(unsubscribe) }),
      // No other limit stops a server that answers a few bytes at a time.
      signal: AbortSignal.timeout(wholeMs),
    };
    try {
      await transport.sendMail(mail);
    } catch (caught) {
      const error = caught as SmtpError;
      if (isFinal(error)) throw new RefusedError(error.message, { cause: error });
      const isAnswered = error.responseCode !== undefined;
      throw handedOver.has(messageId) && !isAnswered ? new UnansweredError(error.message, { cause: error }) : error;
    } finally {
      handedOver.delete(messageId);
    }
  };
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
