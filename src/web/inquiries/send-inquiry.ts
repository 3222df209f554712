import { type InquiryData, inquiries } from '#contract/inquiries.ts';
import { inquirySubject } from '#domain/inquiry-text.ts';
import { type ApiFailure, fieldErrors, toFailure } from '#web/api/failure.ts';
import { inquiryMessage } from './inquiry-message.ts';

const { method, path } = inquiries.sendInquiry;
const timeoutMs = 30_000;

type Sending = {
  data: InquiryData;
  /** Every try to send one filled-in form carries the same id. */
  inquiryId: string;
  /** The text of the hidden field, which only programs fill in. */
  website: string;
};

/** What became of it: whether its sender has to confirm their address first; or the errors by field, and what to say. */
export type Sent =
  | { isSent: true; needsConfirmation: boolean }
  | { isSent: false; errors: Record<string, string>; message: string | undefined };

/**
 * Sends an inquiry. Does not use the API client, which visitors need not load.
 * @returns `message` only where the visitor can do something about it: when too many were sent, how long to wait
 */
export async function sendInquiry({ data, ...others }: Sending): Promise<Sent> {
  const answer = await post({
    from: data.personal.email,
    subject: inquirySubject(data),
    message: inquiryMessage(data),
    data,
    ...others,
  });
  if ('needsConfirmation' in answer) return { isSent: true, needsConfirmation: answer.needsConfirmation === true };
  // The call has the form's fields inside `data`.
  const errors = Object.fromEntries(
    Object.entries(fieldErrors(answer)).map(([field, message]) => [field.replace(/^data\./, ''), message]),
  );
  return { isSent: false, errors, message: answer.status === 429 ? answer.message : undefined };
}

async function post(body: unknown): Promise<ApiFailure | { needsConfirmation: unknown }> {
  try {
    const response = await fetch(path, {
      method,
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = await response.json().catch(() => undefined);
    if (response.ok) return { needsConfirmation: answer?.needsConfirmation };
    return toFailure({ status: response.status, data: answer });
  } catch (error) {
    return toFailure({ status: 'FETCH_ERROR', error: error instanceof Error ? error.message : '' });
  }
}
