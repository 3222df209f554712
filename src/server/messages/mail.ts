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
 */
export function createSmtpMailer(url: string, from: string): SendMail {
  const transport = createTransport(url);
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
