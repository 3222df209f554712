import * as z from 'zod/mini';

/**
 * Every error code with its HTTP status. The client adds its own for calls without an answer (FETCH_ERROR,
 * TIMEOUT_ERROR, PARSING_ERROR, UNKNOWN_ERROR, TOKEN_REFRESH_FAILED).
 */
export const errorStatuses = {
  INVALID_INPUT: 400,
  LINK_EXPIRED: 400,
  CHALLENGE_ENDED: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  TOKEN_REFRESH_FAILED: 401,
  CARD_DECLINED: 402,
  ACCOUNT_NOT_CONFIRMED: 403,
  FORBIDDEN: 403,
  PROOF_NEEDED: 403,
  SECOND_FACTOR_NEEDED: 403,
  NOT_ONBOARDED: 403,
  NOT_APPROVED: 403,
  NOT_FOUND: 404,
  REQUEST_TIMEOUT: 408,
  ALREADY_CLAIMED: 409,
  ALREADY_EXISTS: 409,
  CONFLICT: 409,
  IN_USE: 409,
  NOT_ALLOWED_NOW: 409,
  PAYMENT_OVERDUE: 409,
  PRICE_CHANGED: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
  NOT_IMPLEMENTED: 501,
  PAYMENT_PROVIDER_UNAVAILABLE: 502,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

/** One refused field: its path in the input ('body.scheduleTemplate.frequency') and the reason. */
export const FieldError = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** The body of every failed call. `fields` is set when input was refused. */
export const ErrorBody = z.object({
  message: z.string(),
  errorCode: z.enum(Object.keys(errorStatuses) as ErrorCode[]),
  traceId: z.string(),
  fields: z.optional(z.array(FieldError)),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
