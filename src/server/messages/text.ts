import { Readable } from 'node:stream';
import { InvalidParameterException, PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { callHeld } from './held-call.ts';
import { type HandOver, handOverAtOnce, NumberRefusedError, RefusedError } from './refused.ts';

/** One text message. */
export type Text = { id: string; to: string; text: string };

/** Hands a text message over; rejects as `SendMail` does. */
export type SendText = (text: Text, handOver?: HandOver) => Promise<void>;

/**
 * @param region the AWS region of the Simple Notification Service; credentials come from the environment
 * @param timeoutMs how long one try may take in all
 */
export function createSnsTexter(region: string, timeoutMs = 20_000): SendText {
  // We decide about further tries: the SDK would send a text three times when its answers are lost.
  const client = new SNSClient({ region, requestHandler: handlerOf(timeoutMs), maxAttempts: 1 });
  return async ({ to, text }, handOver = handOverAtOnce) => {
    const publish = new PublishCommand({
      PhoneNumber: e164(to),
      Message: text,
      MessageAttributes: { 'AWS.SNS.SMS.SMSType': { DataType: 'String', StringValue: 'Transactional' } },
    });
    await client.send(publish, { handOver } as object).catch((error: unknown) => {
      // SNS says so for a bad number, and for one that has opted out (Amazon SNS API Reference, Publish, Errors).
      if (error instanceof InvalidParameterException) {
        const { message } = error;
        if (/opted[ -]?out/i.test(message))
          throw new NumberRefusedError('stopped', 'opted-out', message, { cause: error });
        throw new RefusedError(message, { cause: error });
      }
      throw error;
    });
  };
}

/** A call of the SDK, as far as we need it. */
type SdkRequest = {
  method: string;
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query?: Record<string, string | string[] | null>;
  headers: Record<string, string>;
  body?: string | Uint8Array;
};

/**
 * By which the SDK calls. Its own one sends the body when it likes, waits for ever, and does not say whether anything of a call
 * that failed has left.
 */
function handlerOf(timeoutMs: number) {
  const handle = async (
    { method, protocol, hostname, port, path, query = {}, headers, body = '' }: SdkRequest,
    { handOver = handOverAtOnce }: { handOver?: HandOver } = {},
  ) => {
    const url = new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}${path}`);
    for (const [name, values] of Object.entries(query))
      for (const value of [values ?? ''].flat()) url.searchParams.append(name, value);
    const answer = await callHeld(url, { method, headers, body, handOver, timeoutMs });
    return { response: { statusCode: answer.status, headers: answer.headers, body: Readable.from([answer.body]) } };
  };
  return {
    handle: handle as unknown as NonNullable<SNSClient['config']['requestHandler']>['handle'],
    metadata: { handlerProtocol: 'http/1.1' },
    updateHttpClientConfig: () => {},
    httpHandlerConfigs: () => ({}),
    destroy: () => {},
  };
}

/**
 * @param phone as people type it; a number with its own country code starts with +
 * @returns the number in E.164, as SNS wants it; a US number without a country code
 */
function e164(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  if (phone.trim().startsWith('+')) return `+${digits}`;
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : `+1${digits}`;
}
