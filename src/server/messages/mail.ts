import { createTransport } from 'nodemailer';
import { RefusedError, UnansweredError } from './refused.ts';

/** One e-mail. `id` is the message's own, so that a provider can see a repetition. */
export type Mail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  replyTo: string | null;
};

/**
 * Hands a mail over; rejects when it was not taken, with a RefusedError when it never will be, and with an UnansweredError
 * when nobody knows.
 */
export type SendMail = (mail: Mail) => Promise<void>;

/** How many mails are handed over at the same time, each over a connection that stays open for the next one. */
const connections = 10;

/**
 * @param url an SMTP server, such as smtp://user:password@host:587
 * @param from what every mail says it comes from
 * @param limits how long the server may take to be connected to, to greet, and to say anything later on; and how long
 * one mail may take in all, waiting for a connection included
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
  /** The mails of which the server has the last byte: without an answer it may have taken them. */
  const handedOver = new Set<string | undefined>();
  transport.use('stream', ({ data, message }, done) => {
    message.processFunc((content) => content.once('end', () => handedOver.add(data.messageId)));
    done();
  });
  const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return async ({ id, to, subject, text, html, replyTo }) => {
    // The same for every try, so that whoever gets a mail twice can tell.
    const messageId = `<${id}@${domain}>`;
    const mail = {
      messageId,
      from,
      to,
      subject,
      text,
      ...(html === null ? {} : { html }),
      ...(replyTo === null ? {} : { replyTo }),
      // A server that drips its answers runs into no other limit.
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

type SmtpError = Error & { command?: string; responseCode?: number };

/**
 * Whether the server refuses the address or the content for good: a 5yz reply to RCPT or DATA (RFC 5321, section
 * 4.2.1). One to anything before is about us, and may be mended.
 */
const isFinal = ({ command, responseCode = 0 }: SmtpError) =>
  (command === 'RCPT TO' || command === 'DATA') && responseCode >= 500 && responseCode < 600;
