/** The body of a Stripe error answer, inside `{ error: … }`. https://docs.stripe.com/api/errors */
export type ErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  [extra: string]: unknown;
};

/**
 * An answer that is an error and leaves nothing changed: the request's transaction is rolled back.
 * `beforeActing` says that the parameters failed validation, so the Idempotency-Key is not used up
 * (https://docs.stripe.com/api/idempotent_requests: "We save results only after the execution of an endpoint begins").
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

/** A parameter that is missing, unknown or badly formed: 400, and the Idempotency-Key stays free. */
export function invalidParameter(message: string, param: string, code?: string): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message, param, ...(code ? { code } : {}) }, true);
}

/** A well-formed request that the state of things does not allow: 400. */
export function notAllowed(message: string, extra: Partial<ErrorBody> = {}): Refusal {
  return new Refusal(400, { ...extra, type: 'invalid_request_error', message });
}

/** An id that is not there: 404 for the id in the path, 400 for one in a parameter, as Stripe answers. */
export function missing(noun: string, id: string, param = 'id', status = 404): Refusal {
  return new Refusal(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  });
}

/** A card that the issuer or the number check refuses, where no intent carries the failure: 402. */
export function cardRefused(body: Omit<ErrorBody, 'type'> & { message: string; code: string }): Refusal {
  return new Refusal(402, { ...body, type: 'card_error' });
}
