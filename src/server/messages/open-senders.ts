// Loaded only where it is configured: the libraries that send take a tenth of the time of the whole start.
import type { Config } from '../config.ts';
import type { TextProvider } from '../providers.ts';
import { required } from '../stand-ins.ts';
import type { SendMail } from './mail.ts';
import { postmarkHeader } from './mail-reports.ts';
import type { SendText } from './text.ts';

/** @returns what sends mail; undefined when the sandbox takes it */
export async function openMailer(config: Config): Promise<SendMail | undefined> {
  const { SMTP_URL: url, MAIL_FROM: from } = config;
  if (!url) return undefined;
  const { createSmtpMailer } = await import('./mail.ts');
  const headers: Record<string, (id: string) => string> = config.POSTMARK_WEBHOOK_LOGIN
    ? { [postmarkHeader]: (id) => id }
    : {};
  return createSmtpMailer(url, from, { bounceAddress: config.BOUNCE_ADDRESS, headers });
}

/** @returns what sends texts; undefined when nobody does */
export async function openTexter(
  config: Config,
  provider: TextProvider,
  publicUrl: string,
): Promise<SendText | undefined> {
  if (provider === 'none') return undefined;
  if (provider === 'sns') {
    const { createSnsTexter } = await import('./text.ts');
    return createSnsTexter(required(config.SNS_REGION));
  }
  const { createTwilioTexter } = await import('./twilio.ts');
  return createTwilioTexter({
    accountSid: required(config.TWILIO_ACCOUNT_SID),
    authToken: required(config.TWILIO_AUTH_TOKEN),
    from: config.TWILIO_FROM,
    messagingServiceSid: config.TWILIO_MESSAGING_SERVICE_SID,
    apiUrl: config.TWILIO_API_URL,
    statusUrl: `${publicUrl}/webhooks/texts/twilio/status`,
  });
}
