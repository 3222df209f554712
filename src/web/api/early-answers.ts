/** An answer that was asked for before the app's code was there. */
type EarlyAnswer = {
  /** The Authorization header of the call; null for none. */
  authorization: string | null;
  /** As `performance.now()` has it. */
  askedAt: number;
  response: Promise<Response>;
};

declare global {
  /** What the head start (head-start.ts) has asked for, by method and address. Missing in documents without it. */
  var earlyAnswers: Map<string, EarlyAnswer> | undefined;
}

/** From then on, an answer that nobody has taken says too little of how things are. */
const goodForMs = 30_000;

const keyOf = ({ method, url }: Request): string => `${method} ${url}`;

/** Sends a call whose answer the app takes later. */
export function askEarly(request: Request): Promise<Response> {
  globalThis.earlyAnswers ??= new Map();
  const response = fetch(request, { signal: AbortSignal.timeout(goodForMs) });
  // The call that takes it hears of the failure.
  response.catch(() => undefined);
  const authorization = request.headers.get('authorization');
  earlyAnswers?.set(keyOf(request), { authorization, askedAt: performance.now(), response });
  return response;
}

/** Sends a call, or takes the answer to the same call of the head start, once. */
export function fetchOrTake(request: Request): Promise<Response> {
  const key = keyOf(request);
  const early = globalThis.earlyAnswers?.get(key);
  globalThis.earlyAnswers?.delete(key);
  const isGood =
    early?.authorization === request.headers.get('authorization') && performance.now() - early.askedAt < goodForMs;
  return isGood ? early.response : fetch(request);
}
