import { verify } from 'node:crypto';
import * as z from 'zod/mini';
import { jsonOf } from './json-of.ts';

/** What Amazon SNS posts to an address that has subscribed to a topic. */
const SnsNotice = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string().check(z.minLength(1), z.maxLength(200)),
  TopicArn: z.string(),
  Subject: z.optional(z.string()),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
  SubscribeURL: z.optional(z.string()),
  Token: z.optional(z.string()),
});
export type SnsNotice = z.infer<typeof SnsNotice>;

/** The payload of a text that somebody has sent (AWS End User Messaging SMS, "two-way SMS message payload"). */
const InboundSms = z.object({
  originationNumber: z.string().check(z.minLength(1), z.maxLength(40)),
  destinationNumber: z.string().check(z.maxLength(40)),
  messageBody: z.string(),
  inboundMessageId: z.string().check(z.minLength(1), z.maxLength(200)),
});

const maxAge = { hours: 1 };

/** @returns a notice; undefined when the text is none */
export function readSnsNotice(text: string): SnsNotice | undefined {
  return SnsNotice.safeParse(jsonOf(text)).data;
}

/** @returns the text that a notification brings; undefined when it is no such payload */
export const readInboundSms = ({ Message: message }: SnsNotice) => InboundSms.safeParse(jsonOf(message)).data;

/** Whether an address is SNS's own, of any region: only there are its certificates, and subscriptions are confirmed there. */
export function isAtSns(address: string | undefined, path: RegExp): boolean {
  const url = URL.parse(address ?? '');
  return (
    url?.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    /^sns\.[a-z0-9-]{3,30}\.amazonaws\.com$/.test(url.hostname) &&
    path.test(url.pathname)
  );
}

/** Gives what stands at an address of SNS, as text. */
export type FetchText = (url: string) => Promise<string>;

/** The certificates that were asked for; they are no state of the business. */
const certificates = new Map<string, string>();

/**
 * Whether SNS has signed a notice, and did so lately
 * (https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html). That it is of our topic has to be looked at
 * as well: anybody can have a topic.
 */
export async function isSignedBySns(notice: SnsNotice, now: Temporal.Instant, fetchText: FetchText): Promise<boolean> {
  if (!isAtSns(notice.SigningCertURL, /^\/SimpleNotificationService-[\w-]+\.pem$/)) return false;
  const at = instantOf(notice.Timestamp);
  if (!at || Temporal.Duration.compare(at.until(now).abs(), maxAge, { relativeTo: '2026-01-01' }) > 0) return false;
  const certificate = certificates.get(notice.SigningCertURL) ?? (await fetchText(notice.SigningCertURL));
  const algorithm = notice.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
  const signature = Buffer.from(notice.Signature, 'base64');
  try {
    if (!verify(algorithm, Buffer.from(signedText(notice)), certificate, signature)) return false;
  } catch {
    // What was fetched is no certificate.
    return false;
  }
  if (certificates.size >= 20) certificates.clear();
  certificates.set(notice.SigningCertURL, certificate);
  return true;
}

/** Confirms that we want a topic's notices, when a notice asks for that. @returns whether its address was SNS's own */
export async function confirmSubscription(notice: SnsNotice, fetchText: FetchText): Promise<boolean> {
  if (notice.Type !== 'SubscriptionConfirmation') return true;
  if (!isAtSns(notice.SubscribeURL, /^\/$/)) return false;
  await fetchText(notice.SubscribeURL ?? '');
  return true;
}

function instantOf(text: string): Temporal.Instant | undefined {
  try {
    return Temporal.Instant.from(text);
  } catch {
    return undefined;
  }
}

/** @returns what the signature is of: names and values in order, a line each */
export function signedText(notice: SnsNotice): string {
  const names =
    notice.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const);
  return names.flatMap((name) => (notice[name] === undefined ? [] : [`${name}\n${notice[name]}\n`])).join('');
}

/** Reads what stands at an address that was found to be Amazon's. */
export async function fetchAtSns(url: string): Promise<string> {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`Amazon SNS answered ${answer.status}`);
  return await answer.text();
}
