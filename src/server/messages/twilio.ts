import { createHmac, timingSafeEqual } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { numberTroubleOf, senderTroubleOf } from '#domain/text-delivery.ts';
import { callHeld } from './held-call.ts';
import { jsonOf } from './json-of.ts';
import { handOverAtOnce, NumberRefusedError, RefusedError, SenderRefusedError } from './refused.ts';
import type { SendText } from './text.ts';

/** Where Twilio's account is, and by what it sends: a number, or a service that has some. */
export type TwilioAccount = {
  accountSid: string;
  authToken: string;
  from?: string | undefined;
  messagingServiceSid?: string | undefined;
  /** Such as https://api.twilio.com. */
  apiUrl: string;
  /** Where it reports what became of a text; the message's id is added. */
  statusUrl: string;
};

/**
 * @param timeoutMs how long one try may take in all
 * @returns what hands a text over to Twilio (https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource)
 */
export function createTwilioTexter(account: TwilioAccount, timeoutMs = 20_000): SendText {
  const { accountSid, authToken, from, messagingServiceSid, apiUrl, statusUrl } = account;
  const url = new URL(`${apiUrl.replace(/\/$/, '')}/2010-04-01/Accounts/${accountSid}/Messages.json`);
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const sender: Record<string, string> = messagingServiceSid
    ? { MessagingServiceSid: messagingServiceSid }
    : { From: from ?? '' };
  return async ({ id, to, text }, handOver = handOverAtOnce) => {
    const StatusCallback = `${statusUrl}?message=${encodeURIComponent(id)}`;
    const body = new URLSearchParams({ To: to, Body: text, StatusCallback, ...sender }).toString();
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };
    // Somebody's number and words go to the host that was set, and to no other.
    const answer = await callHeld(url, { method: 'POST', headers, body, handOver, timeoutMs });
    if (answer.status >= 200 && answer.status < 300) return;
    const { code = '', message = STATUS_CODES[answer.status] ?? '' } = problemOf(answer.body);
    const words = `Twilio ${answer.status}${code && `, ${code}`}: ${message}`;
    const why = numberTroubleOf(code);
    if (why) throw new NumberRefusedError(why, code, words);
    if (senderTroubleOf(code)) throw new SenderRefusedError(code, words);
    // 401, 403 and 429 are about us, and we may be able to mend it; 5xx are about Twilio.
    if (answer.status === 400) throw new RefusedError(words);
    throw new Error(words);
  };
}

function problemOf(answer: Buffer): { code?: string; message?: string } {
  const body = jsonOf(answer.toString());
  const { code, message } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return {
    ...(code === undefined ? {} : { code: String(code) }),
    ...(typeof message === 'string' ? { message: message.slice(0, 500) } : {}),
  };
}

/** @returns Twilio's signature of a form that is posted to a URL (https://www.twilio.com/docs/usage/security) */
export function twilioSignature(authToken: string, url: string, form: URLSearchParams): string {
  const fields = [...form].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const signed = url + fields.map(([name, value]) => name + value).join('');
  return createHmac('sha1', authToken).update(signed).digest('base64');
}

export function isSignedByTwilio(authToken: string, url: string, form: URLSearchParams, signature: unknown): boolean {
  if (typeof signature !== 'string') return false;
  const [given, own] = [Buffer.from(signature), Buffer.from(twilioSignature(authToken, url, form))];
  return given.length === own.length && timingSafeEqual(given, own);
}
