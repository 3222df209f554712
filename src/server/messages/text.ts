import { InvalidParameterException, PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { RefusedError } from './refused.ts';

/** One text message. */
export type Text = { id: string; to: string; text: string };

/** Hands a text message over; rejects when it was not taken, with a RefusedError when it never will be. */
export type SendText = (text: Text) => Promise<void>;

/**
 * @param region the AWS region of the Simple Notification Service; credentials come from the environment
 * @param timeoutMs how long one try may take to connect, and to be answered
 */
export function createSnsTexter(region: string, timeoutMs = 10_000): SendText {
  // Left to itself the SDK waits for ever, and with it everything else that is to be sent.
  const requestHandler = { connectionTimeout: timeoutMs, requestTimeout: timeoutMs, throwOnRequestTimeout: true };
  const client = new SNSClient({ region, requestHandler });
  return async ({ to, text }) => {
    const publish = new PublishCommand({
      PhoneNumber: e164(to),
      Message: text,
      MessageAttributes: { 'AWS.SNS.SMS.SMSType': { DataType: 'String', StringValue: 'Transactional' } },
    });
    await client.send(publish).catch((error: unknown) => {
      // No number, or the number of somebody who has opted out (Amazon SNS API Reference, Publish, Errors).
      throw error instanceof InvalidParameterException ? new RefusedError(error.message, { cause: error }) : error;
    });
  };
}

/**
 * A US phone number as SNS wants it (E.164: + and digits only).
 * @param phone as people type it; a number with its own country code starts with +
 */
function e164(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  if (phone.trim().startsWith('+')) return `+${digits}`;
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : `+1${digits}`;
}
