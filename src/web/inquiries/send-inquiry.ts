import type * as z from 'zod/mini';
import { inquiries } from '#contract/inquiries.ts';
import { type ApiFailure, toFailure } from '#web/api/failure.ts';

const { method, path } = inquiries.sendInquiry;
const timeoutMs = 30_000;

/**
 * Sends an inquiry. By hand and not through the API client, so that visitors need not load that.
 * @returns why it failed, or undefined when the server has it
 */
export async function sendInquiry(body: z.input<typeof inquiries.sendInquiry.body>): Promise<ApiFailure | undefined> {
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
