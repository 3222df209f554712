import { isHardStatus, type MailReportKind } from '#domain/mail-delivery.ts';

/** What came of an email, as somebody else reports it. */
export type MailReport = {
  kind: MailReportKind;
  /** The id of our message; undefined when it is not known. */
  messageId: string | undefined;
  /** To whom it was. */
  recipient: string | undefined;
  /** In the reporter's words. */
  reason: string;
};

const id = '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})';
/** The return address that names the message, and the Message-ID that does. */
const named = [new RegExp(`\\+${id}@`, 'i'), new RegExp(`^message-id:\\s*<${id}@`, 'im')];
/** A bounce has the whole of what came back within it; more is not read. */
export const mostRead = 200_000;

/** @returns the id of ours in a text, such as a return address or a header */
export const messageIdIn = (text: string): string | undefined =>
  named.map((one) => one.exec(text)?.[1]?.toLowerCase()).find((found) => found !== undefined);

const statusPart = /^content-type:\s*message\/(global-)?delivery-status\b/i;

/** @returns whether an email is such a report, also where that says nothing final, as of one that is delayed */
export const isDsn = (raw: string): boolean =>
  raw
    .slice(0, mostRead)
    .split(/\r?\n/)
    .some((line) => statusPart.test(line));

/**
 * Reads an email by which a mail server says what came of ours (a delivery status notification, RFC 3464).
 * @returns undefined for what is none, or says nothing final
 */
export function readDsn(raw: string): MailReport | undefined {
  // Postgres keeps no NUL.
  const mail = raw.slice(0, mostRead).replaceAll('\0', '').replaceAll('\r\n', '\n');
  // Long lines go on after a space.
  const lines = mail.replaceAll(/\n[ \t]+/g, ' ').split('\n');
  if (!lines.some((line) => statusPart.test(line))) return undefined;
  const field = (name: string) => {
    const line = lines.find((one) => one.toLowerCase().startsWith(`${name}:`));
    return line?.slice(name.length + 1).trim();
  };
  const action = field('action')?.toLowerCase();
  const status = field('status')?.split(/\s/)[0] ?? '';
  if (action !== 'failed' && action !== 'delivered') return undefined;
  const recipient = (field('original-recipient') ?? field('final-recipient'))?.replace(/^[\w-]+;\s*/, '');
  const said = field('diagnostic-code')?.replace(/^[\w-]+;\s*/, '');
  return {
    kind: action === 'delivered' ? 'delivered' : isHardStatus(status) ? 'hard' : 'soft',
    messageId: messageIdIn(mail),
    recipient: recipient?.replaceAll(/^<|>$/g, ''),
    reason: [status, said].filter(Boolean).join(' ').slice(0, 500),
  };
}
