import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { isHardStatus, mailReportKinds } from '#domain/mail-delivery.ts';
import { type MailReport, messageIdIn } from './dsn.ts';
import { jsonOf } from './json-of.ts';

/** What providers of mail post, each in its documented form. */

const address = z.string().check(z.minLength(1), z.maxLength(320));
const words = z.optional(z.string());

const SesMail = z.object({
  headers: z.optional(z.array(z.object({ name: z.string(), value: z.string() }))),
});
/** https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html, and the same by event publishing (`eventType`). */
const Ses = z.object({
  notificationType: words,
  eventType: words,
  mail: SesMail,
  bounce: z.optional(
    z.object({
      bounceType: z.string(),
      bouncedRecipients: z.array(z.object({ emailAddress: address, diagnosticCode: words, status: words })),
    }),
  ),
  complaint: z.optional(z.object({ complainedRecipients: z.array(z.object({ emailAddress: address })) })),
  delivery: z.optional(z.object({ recipients: z.array(address), smtpResponse: words })),
});

/** @returns what Amazon SES says in a notice of SNS; undefined when it says something else */
export function readSes(text: string): MailReport[] | undefined {
  const { data } = Ses.safeParse(jsonOf(text));
  if (!data) return undefined;
  const { mail, bounce, complaint, delivery } = data;
  const messageId = messageIdIn((mail.headers ?? []).map(({ name, value }) => `${name}: ${value}`).join('\n'));
  const kind = data.notificationType ?? data.eventType;
  if (kind === 'Bounce' && bounce)
    return bounce.bouncedRecipients.map(({ emailAddress, diagnosticCode, status }) => ({
      kind: bounce.bounceType === 'Permanent' ? 'hard' : 'soft',
      messageId,
      recipient: emailAddress,
      reason: diagnosticCode ?? status ?? bounce.bounceType,
    }));
  if (kind === 'Complaint' && complaint)
    return complaint.complainedRecipients.map(({ emailAddress }) => ({
      ...{ kind: 'complaint', messageId, recipient: emailAddress, reason: 'Reported as spam.' },
    }));
  if (kind === 'Delivery' && delivery)
    return delivery.recipients.map((recipient) => ({
      ...{ kind: 'delivered', messageId, recipient, reason: delivery.smtpResponse ?? '' },
    }));
  return [];
}

/** https://postmarkapp.com/developer/webhooks/bounce-webhook, …/spam-complaint-webhook, …/delivery-webhook */
const Postmark = z.object({
  RecordType: z.string(),
  Type: words,
  Email: z.optional(address),
  Recipient: z.optional(address),
  Description: words,
  Details: words,
  Inactive: z.optional(z.boolean()),
  Metadata: z.optional(z.record(z.string(), z.string())),
});

/** By this name a mail tells Postmark which message it is. */
export const postmarkHeader = 'X-PM-Metadata-message';

/** @returns what Postmark says; undefined when it says something else */
export function readPostmark(text: string): MailReport[] | undefined {
  const { data } = Postmark.safeParse(jsonOf(text));
  if (!data) return undefined;
  const { RecordType, Type = '', Email, Recipient, Description, Details, Inactive, Metadata } = data;
  const common = {
    messageId: messageIdIn(`+${Metadata?.message ?? ''}@`),
    recipient: Email ?? Recipient,
    reason: Details || Description || Type,
  };
  if (RecordType === 'Delivery') return [{ ...common, kind: 'delivered' }];
  if (RecordType === 'SpamComplaint') return [{ ...common, kind: 'complaint' }];
  if (RecordType !== 'Bounce') return [];
  if (Type === 'SpamComplaint') return [{ ...common, kind: 'complaint' }];
  // Those that came back a while, and those that somebody answers to by a machine, arrived or will.
  if (['Transient', 'DnsError', 'AutoResponder', 'OpenRelayTest', 'ChallengeVerification'].includes(Type)) return [];
  const isHard = ['HardBounce', 'BadEmailAddress'].includes(Type) || Inactive === true;
  return [{ ...common, kind: isHard ? 'hard' : 'soft' }];
}

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks */
const Mailgun = z.object({
  signature: z.object({ timestamp: z.string(), token: z.string(), signature: z.string() }),
  'event-data': z.object({
    event: z.string(),
    severity: words,
    recipient: z.optional(address),
    message: z.optional(z.object({ headers: z.optional(z.object({ 'message-id': words })) })),
    'delivery-status': z.optional(z.object({ message: words, description: words, 'enhanced-code': words })),
  }),
});

/** @returns what Mailgun has signed with a key is; undefined when it is malformed */
export function readMailgun(text: string): { reports: MailReport[]; isSigned(key: string): boolean } | undefined {
  const { data } = Mailgun.safeParse(jsonOf(text));
  if (!data) return undefined;
  const { timestamp, token, signature } = data.signature;
  const { event, severity, recipient, message, 'delivery-status': status } = data['event-data'];
  const common = {
    messageId: messageIdIn(`Message-ID: <${(message?.headers?.['message-id'] ?? '').replaceAll(/[<>]/g, '')}`),
    recipient,
    reason: status?.description || status?.message || event,
  };
  const code = status?.['enhanced-code'];
  const kinds: Record<string, MailReport['kind'] | undefined> = {
    delivered: 'delivered',
    complained: 'complaint',
    // What fails for a while is tried again there.
    failed: severity !== 'permanent' ? undefined : code && !isHardStatus(code) ? 'soft' : 'hard',
  };
  const kind = kinds[event];
  return {
    reports: kind ? [{ ...common, kind }] : [],
    isSigned: (key) =>
      createHmac('sha256', key)
        .update(timestamp + token)
        .digest('hex') === signature,
  };
}

const Plain = z.object({
  kind: z.enum(mailReportKinds),
  message: z.optional(z.guid()),
  recipient: z.optional(address),
  reason: z.optional(z.string().check(z.maxLength(500))),
});

/** @returns a report in our own form; undefined when it is malformed, or names neither message nor recipient */
export function readPlain(text: string): MailReport[] | undefined {
  const { data } = Plain.safeParse(jsonOf(text));
  if (!data || !(data.message || data.recipient)) return undefined;
  return [{ kind: data.kind, messageId: data.message, recipient: data.recipient, reason: data.reason ?? '' }];
}
