import { inspect } from 'node:util';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { origins } from './origin.ts';

/** What is logged of an error. */
type Described = Record<string, unknown> & { type: string; message: string };

/**
 * Opens the log. It writes every error through `describeError`, under whatever field name.
 * @param destination where the lines go; standard output by default
 */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    // Pino's own serializer would leave out parts of our description.
    serializers: { err: (described: unknown) => described },
    hooks: {
      logMethod([first, message, ...rest], method) {
        if (typeof first !== 'object' || first === null) return method.call(this, server, scrub(String(first)));
        const fields: object = first instanceof Error ? { err: first } : first;
        const safe = { ...server, ...safeFields(fields) };
        // Without a message pino writes the error's own, unscrubbed.
        method.apply(this, [safe, scrub(String(message ?? 'failed')), ...rest]);
      },
    },
    // Whose call it is about, where it is about one. A request's own log has its trace id already.
    mixin(_fields, _level, logger) {
      const { traceId, userId } = origins.getStore() ?? {};
      return { ...(logger.bindings().traceId ? {} : { traceId }), userId };
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Whether a person reads along. */
export const hasReader = (): boolean => process.stdout.isTTY === true;

/** Prints what the log says in words. */
export function printWords(words: string): void {
  console.error(words);
}

/** Prints an error as the log would, for the person at the keyboard. */
export function printError(error: unknown): void {
  console.error(inspect(describeError(error), { depth: 8 }));
}

/** Of the lines that are not ours: what the HTTP server says of itself. */
const server = { event: 'server' };

const secretNames = /pass(word|phrase)|token|secret|authorization|cookie|e-?mail|phone|recipient|card(?!Id)|cvc/i;
const deepest = 4;

/** @returns the fields as they may be logged: what their names call secret is left out */
const safeFields = (fields: object, depth = 0): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      secretNames.test(name) ? '[secret]' : safeValue(value, depth),
    ]),
  );

function safeValue(value: unknown, depth: number): unknown {
  if (value instanceof Error) return describeError(value);
  if (typeof value === 'string') return scrub(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return '[…]';
  return Array.isArray(value) ? value.map((one) => safeValue(one, depth + 1)) : safeFields(value, depth + 1);
}

/** The fields of an error that are logged besides message and stack. None holds what somebody typed. */
const facts = ['code', 'statusCode', 'requestId', 'syscall', 'severity', 'table', 'column', 'constraint', 'routine'];
const mostCauses = 5;

/**
 * @returns what a log may say of an error: which statement failed and by which rule, but no parameters, nothing that
 * somebody typed, no address, no hash and no key
 */
export function describeError(error: unknown, depth = 0): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: scrub(String(error)) };
  const known = error as Error & Record<string, unknown>;
  const described: Described = { type: error.constructor.name, message: wordsOf(known) };
  for (const name of facts) {
    if (['string', 'number'].includes(typeof known[name])) described[name] = known[name];
  }
  described.stack = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
  if (depth >= mostCauses) return described;
  if (error.cause !== undefined) described.cause = describeError(error.cause, depth + 1);
  if (error instanceof AggregateError) described.errors = error.errors.map((each) => describeError(each, depth + 1));
  return described;
}

/** SQLSTATE classes whose messages quote the statement's values: data exceptions and broken constraints. */
const quotesData = /^2[23]/;

function wordsOf(error: Error & Record<string, unknown>): string {
  // The query builder's message ends with the parameters.
  if (typeof error.query === 'string' && 'params' in error) return `Failed query: ${error.query}`;
  if ('severity' in error && quotesData.test(String(error.code))) return `Postgres refused it with ${error.code}`;
  return scrub(error.message);
}

const secrets: [what: RegExp, instead: string][] = [
  // Links that prove who opens them, and whatever says by itself that it is secret.
  [/([?&#](?:token|code|key|signature|sig|x-amz-[\w-]+)=)[^\s&#"'<>]+/gi, '$1[secret]'],
  [/\b(pass(?:word|phrase)?|cvc|secret)(["']?\s*[:=]\s*["']?)[^\s"',;}]+/gi, '$1$2[secret]'],
  // Our own tokens: 32 bytes as base64url.
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, '[secret]'],
  [/\b(\w+:\/\/)[^\s/@]*@/g, '$1'],
  [/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[email]'],
  [/\$argon2\w*\$\S+/g, '[hash]'],
  [/\b(sk|rk|whsec)_\w+/g, '[key]'],
  [/\b(bearer|token|signature|key)([=:\s]+)[\w.~+/-]{16,}/gi, '$1$2[secret]'],
  [/(?<![\w-])(\+?1[\s.-]?)?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}(?![\w-])/g, '[phone]'],
];

/** @returns the text without anything that looks like an e-mail address, a phone number, a card, a key, a token or a hash */
function scrub(text: string): string {
  const cardless = text.replace(digits, (number) => (isCardNumber(number) ? '[card]' : number));
  return secrets.reduce((scrubbed, [what, instead]) => scrubbed.replace(what, instead), cardless);
}

const digits = /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])/g;

/** By the check digit of ISO/IEC 7812-1. */
function isCardNumber(text: string): boolean {
  const sum = [...text.replace(/\D/g, '')]
    .reverse()
    .map((digit, place) => Number(digit) * (place % 2 === 1 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}
