/** The body of a Stripe error answer, inside `{ error: … }`. https://docs.stripe.com/api/errors */
export type ErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  advice_code?: string;
  decline_code?: string;
  param?: string;
  [extra: string]: unknown;
};

/**
 * An error that rolls back the request's transaction. `beforeActing` says that the parameters were wrong, so that the
 * Idempotency-Key is not used up (https://docs.stripe.com/api/idempotent_requests: "We save results only after the
 * execution of an endpoint begins").
 */
export class Refusal extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly beforeActing: boolean;

  constructor(status: number, body: ErrorBody, beforeActing = false) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.beforeActing = beforeActing;
  }
}

/** 400 for a parameter that is missing, unknown or badly formed; the Idempotency-Key stays free. */
export function invalidParameter(message: string, param: string, code?: string): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message, param, ...(code ? { code } : {}) }, true);
}

/** 400 for a well-formed request that the present state does not allow. */
export function notAllowed(message: string, extra: Partial<ErrorBody> = {}): Refusal {
  return new Refusal(400, { ...extra, type: 'invalid_request_error', message });
}

/** For an unknown id: 404 for an id in the path, 400 for one in a parameter, as at Stripe. */
export function missing(noun: string, id: string, param = 'id', status = 404): Refusal {
  return new Refusal(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  });
}

/** 402 for a card that the issuer or the number check refuses, when there is no intent to carry the failure. */
export function cardRefused(body: Omit<ErrorBody, 'type'> & { message: string; code: string }): Refusal {
  return new Refusal(402, { ...body, type: 'card_error' });
}

/** 429 for too many requests: https://docs.stripe.com/rate-limits */
export function rateLimited(): Refusal {
  const message = 'Request rate limit exceeded.';
  return new Refusal(429, { type: 'invalid_request_error', code: 'rate_limit', message }, true);
}

/** 400 for a transfer of more than the platform has: https://docs.stripe.com/error-codes#balance-insufficient */
export function insufficientBalance(): Refusal {
  const message = 'You have insufficient available funds in your Stripe account.';
  return notAllowed(message, { code: 'balance_insufficient' });
}
