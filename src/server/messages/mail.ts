import { createTransport } from 'nodemailer';

/** One e-mail. `id` is the message's own, so that a provider can see a repetition. */
export type Mail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  replyTo: string | null;
};

/** Hands a mail over; rejects when it was not taken. */
export type SendMail = (mail: Mail) => Promise<void>;

/**
 * @param url an SMTP server, such as smtp://user:password@host:587
 * @param from what every mail says it comes from
 * @param timeoutMs how long the server may take to be connected to, to greet, and to say anything later on
 */
export function createSmtpMailer(url: string, from: string, timeoutMs = 20_000): SendMail {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return async ({ id, to, subject, text, html, replyTo }) => {
    await transport.sendMail({
      messageId: `<${id}@${domain}>`,
      from,
      to,
      subject,
      text,
      ...(html === null ? {} : { html }),
      ...(replyTo === null ? {} : { replyTo }),
    });
  };
}
