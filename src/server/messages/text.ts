import { InvalidParameterException, PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { RefusedError, UnansweredError } from './refused.ts';

/** One text message. */
export type Text = { id: string; to: string; text: string };

/** Hands a text message over; rejects as `SendMail` does. */
export type SendText = (text: Text) => Promise<void>;

/**
 * @param region the AWS region of the Simple Notification Service; credentials come from the environment
 * @param timeoutMs how long one try may take to connect, and to be answered
 */
export function createSnsTexter(region: string, timeoutMs = 10_000): SendText {
  // Left to itself the SDK waits for ever, and with it everything else that is to be sent.
  const requestHandler = { connectionTimeout: timeoutMs, requestTimeout: timeoutMs, throwOnRequestTimeout: true };
  // What is tried again, and how often, is ours to say: a text whose answer was lost would be sent three times.
  const client = new SNSClient({ region, requestHandler, maxAttempts: 1 });
  return async ({ to, text }) => {
    const publish = new PublishCommand({
      PhoneNumber: e164(to),
      Message: text,
      MessageAttributes: { 'AWS.SNS.SMS.SMSType': { DataType: 'String', StringValue: 'Transactional' } },
    });
    await client.send(publish).catch((error: unknown) => {
      // No number, or the number of somebody who has opted out (Amazon SNS API Reference, Publish, Errors).
      if (error instanceof InvalidParameterException) throw new RefusedError(error.message, { cause: error });
      throw isLost(error) ? new UnansweredError(error.message, { cause: error }) : error;
    });
  };
}

/** Whether a request went out and nothing came back, which the SDK calls as it calls a connection that takes too long. */
const isLost = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'TimeoutError' && !/did not establish|ETIMEDOUT/.test(error.message);

/**
 * A US phone number as SNS wants it (E.164: + and digits only).
 * @param phone as people type it; a number with its own country code starts with +
 */
function e164(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  if (phone.trim().startsWith('+')) return `+${digits}`;
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : `+1${digits}`;
}
