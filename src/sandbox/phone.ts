import { createHmac, randomUUID } from 'node:crypto';

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
  // They stand in the order in which they are signed.
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
