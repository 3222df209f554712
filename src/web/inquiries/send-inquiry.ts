import { type InquiryData, inquiries } from '#contract/inquiries.ts';
import { inquirySubject } from '#domain/inquiry-text.ts';
import { type ApiFailure, fieldErrors, toFailure } from '#web/api/failure.ts';
import { inquiryMessage } from './inquiry-message.ts';

const { method, path } = inquiries.sendInquiry;
const timeoutMs = 30_000;

type Sending = {
  data: InquiryData;
  /** The same for every try of one filled-in form. */
  inquiryId: string;
  /** What a program wrote into the field that people do not see. */
  website: string;
};

/**
 * Sends an inquiry. By hand and not through the API client, so that visitors need not load that.
 * @returns undefined when the server has it; otherwise what it says of the form's fields, which may be nothing
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
  // The call's fields are those of the form, within `data`.
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
