import { createHmac, randomUUID } from 'node:crypto';
import { sayAgain } from './say-again.ts';

/** The stand-in's token, by which it signs as Twilio does. */
export const textToken = 'sandbox';

/** What somebody answers on their phone. */
export type PhoneAnswer = { from: string; to: string; text: string };

/**
 * Sends a text as a phone's owner: posts what Twilio would post (https://www.twilio.com/docs/messaging/guides/webhook-request).
 * @param at where the server takes it, and the address that its signature is of
 * @throws Error when the server does not take it
 */
export async function sendFromPhone(
  at: { url: string; signedUrl: string },
  { from, to, text }: PhoneAnswer,
): Promise<void> {
  const fields = { Body: text, From: from, MessageSid: `SM${randomUUID().replaceAll('-', '')}`, NumMedia: '0', To: to };
  await post(at, fields);
}

/** Numbers whose texts are reported as undelivered, each with the code of Twilio's that its last two digits say. */
export const shownTestNumbers = [
  { number: '+14795559003', code: '30003', does: 'The phone is off' },
  { number: '+14795559005', code: '30005', does: 'Nobody has the number' },
  { number: '+14795559006', code: '30006', does: 'A landline' },
  { number: '+14795559007', code: '30007', does: 'The phone company filters the text as spam' },
  { number: '+14795559034', code: '30034', does: 'Our own number is not registered' },
];

/** Reports that a text did not arrive, as Twilio does, if it is for a number that gets none. Says it again to a server that is away. */
export async function reportText(at: { url: string; signedUrl: string }, id: string, to: string): Promise<void> {
  const code = shownTestNumbers.find(({ number }) => number === to)?.code;
  if (!code) return;
  const query = `/status?message=${encodeURIComponent(id)}`;
  const status = { url: at.url + query, signedUrl: at.signedUrl + query };
  await sayAgain(() => post(status, { ErrorCode: code, MessageSid: `SM${id}`, MessageStatus: 'undelivered', To: to }));
}

/** @param fields in the order in which they are signed */
async function post(at: { url: string; signedUrl: string }, fields: Record<string, string>): Promise<void> {
  const signed = at.signedUrl + Object.entries(fields).flat().join('');
  const answer = await fetch(at.url, {
    method: 'POST',
    headers: { 'x-twilio-signature': createHmac('sha1', textToken).update(signed).digest('base64') },
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(10_000),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
}
