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

/**
 * Sends an inquiry. Does not use the API client, which visitors need not load.
 * @returns undefined when the server has the inquiry; otherwise the errors by field, which may be none
 */
export async function sendInquiry({ data, ...others }: Sending): Promise<Record<string, string> | undefined> {
  const failure = await post({
    from: data.personal.email,
    subject: inquirySubject(data),
    message: inquiryMessage(data),
    data,
    ...others,
  });
  if (!failure) return undefined;
  // The call has the form's fields inside `data`.
  return Object.fromEntries(
    Object.entries(fieldErrors(failure)).map(([field, message]) => [field.replace(/^data\./, ''), message]),
  );
}

async function post(body: unknown): Promise<ApiFailure | undefined> {
  try {
    const response = await fetch(path, {
      method,
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return undefined;
    return toFailure({ status: response.status, data: await response.json().catch(() => undefined) });
  } catch (error) {
    return toFailure({ status: 'FETCH_ERROR', error: error instanceof Error ? error.message : '' });
  }
}
