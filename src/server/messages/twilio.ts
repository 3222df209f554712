import { createHmac, timingSafeEqual } from 'node:crypto';
import { NumberRefusedError, RefusedError, UnansweredError } from './refused.ts';
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
 * What Twilio says of a number, not of a text (https://www.twilio.com/docs/api/errors): it has said STOP; or it is none, is not
 * to be reached, has blocked us, is unknown, or is a landline.
 */
const numberCodes: Record<string, 'stopped' | 'refused'> = {
  '21610': 'stopped',
  '21211': 'refused',
  '21614': 'refused',
  '30003': 'refused',
  '30004': 'refused',
  '30005': 'refused',
  '30006': 'refused',
};

/** @returns what a code of Twilio says of the number; undefined when it is about something else */
export const whyRefused = (code: string): 'stopped' | 'refused' | undefined => numberCodes[code];

/** By these we know that the request never left us. All others may have come after it. */
const notSent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS\w*|CERT\w*|\w*CERTIFICATE\w*|DEPTH_ZERO\w*)$/;

/**
 * @param timeoutMs how long one try may take in all
 * @returns what hands a text over to Twilio (https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource)
 */
export function createTwilioTexter(account: TwilioAccount, timeoutMs = 20_000): SendText {
  const { accountSid, authToken, from, messagingServiceSid, apiUrl, statusUrl } = account;
  const url = `${apiUrl.replace(/\/$/, '')}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const sender: Record<string, string> = messagingServiceSid
    ? { MessagingServiceSid: messagingServiceSid }
    : { From: from ?? '' };
  return async ({ id, to, text }) => {
    const StatusCallback = `${statusUrl}?message=${encodeURIComponent(id)}`;
    const body = new URLSearchParams({ To: to, Body: text, StatusCallback, ...sender });
    const signal = AbortSignal.timeout(timeoutMs);
    // Somebody's number and words go to the host that was set, and to no other.
    const call: RequestInit = { method: 'POST', headers: { authorization }, body, signal, redirect: 'manual' };
    const answer = await fetch(url, call).catch((error) => {
      throw notSent.test(error.cause?.code ?? '')
        ? error
        : new UnansweredError('Twilio did not answer', { cause: error });
    });
    if (answer.ok) return void (await answer.body?.cancel());
    const { code = '', message = answer.statusText } = await problemOf(answer);
    const words = `Twilio ${answer.status}${code && `, ${code}`}: ${message}`;
    const why = whyRefused(code);
    if (why) throw new NumberRefusedError(why, code, words);
    // 401, 403 and 429 are about us, and we may be able to mend it; 5xx are about Twilio.
    if (answer.status === 400) throw new RefusedError(words);
    throw new Error(words);
  };
}

async function problemOf(answer: Response): Promise<{ code?: string; message?: string }> {
  const body: unknown = await answer.json().catch(() => undefined);
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
