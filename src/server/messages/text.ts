import { InvalidParameterException, PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { NumberRefusedError, RefusedError, UnansweredError } from './refused.ts';

/** One text message. */
export type Text = { id: string; to: string; text: string };

/** Hands a text message over; rejects as `SendMail` does. */
export type SendText = (text: Text) => Promise<void>;

/**
 * @param region the AWS region of the Simple Notification Service; credentials come from the environment
 * @param timeoutMs how long one try may wait for the connection, and for the answer
 */
export function createSnsTexter(region: string, timeoutMs = 10_000): SendText {
  // By default the SDK waits for ever, and every later message with it.
  const requestHandler = { connectionTimeout: timeoutMs, requestTimeout: timeoutMs, throwOnRequestTimeout: true };
  // We decide about further tries: the SDK would send a text three times when its answers are lost.
  const client = new SNSClient({ region, requestHandler, maxAttempts: 1 });
  return async ({ to, text }) => {
    const publish = new PublishCommand({
      PhoneNumber: e164(to),
      Message: text,
      MessageAttributes: { 'AWS.SNS.SMS.SMSType': { DataType: 'String', StringValue: 'Transactional' } },
    });
    await client.send(publish).catch((error: unknown) => {
      // SNS says so for a bad number, and for one that has opted out (Amazon SNS API Reference, Publish, Errors).
      if (error instanceof InvalidParameterException) {
        const { message } = error;
        if (/opted[ -]?out/i.test(message))
          throw new NumberRefusedError('stopped', 'opted-out', message, { cause: error });
        throw new RefusedError(message, { cause: error });
      }
      throw isLost(error) ? new UnansweredError(error.message, { cause: error }) : error;
    });
  };
}

/** Whether a request went out and no answer came. The SDK's error has the same name as for a slow connection. */
const isLost = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'TimeoutError' && !/did not establish|ETIMEDOUT/.test(error.message);

/**
 * @param phone as people type it; a number with its own country code starts with +
 * @returns the number in E.164, as SNS wants it; a US number without a country code
 */
function e164(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  if (phone.trim().startsWith('+')) return `+${digits}`;
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : `+1${digits}`;
}
