import { context, trace } from '@opentelemetry/api';
import { Client } from 'pg';

type Query = { name?: string; text?: string; callback?: Callback };
type Callback = (error: Error | null, result?: unknown) => void;

/**
 * Every statement goes through here, whoever asks: the pool, a transaction or the queue.
 * @param start begins a span, and answers what ends it
 * @returns what puts all back
 */
export function traceStatements(start: (name: string) => (error?: unknown) => void): () => void {
  const original = Client.prototype.query as (...args: unknown[]) => unknown;
  Client.prototype.query = function query(this: Client, ...args: unknown[]): unknown {
    // Without a call or a job there is nobody whose trace it would be.
    if (!trace.getSpan(context.active())) return original.apply(this, args);
    const [first] = args as [string | Query];
    const end = start(nameOf(first));
    const last = args.findLastIndex((one) => typeof one === 'function');
    if (last >= 0) {
      const callback = args[last] as Callback;
      args[last] = ((error, result) => {
        end(error ?? undefined);
        callback(error, result);
      }) satisfies Callback;
      return original.apply(this, args);
    }
    const answer = original.apply(this, args);
    if (answer instanceof Promise) {
      answer.then(
        () => end(),
        (error: unknown) => end(error),
      );
    } else end();
    return answer;
  } as typeof Client.prototype.query;
  return () => {
    Client.prototype.query = original as typeof Client.prototype.query;
  };
}

/** @returns the statement's name, or what kind it is of; its text may be long, and values are never in it */
function nameOf(query: string | Query): string {
  const { name, text } = typeof query === 'string' ? { name: undefined, text: query } : query;
  if (name) return name;
  const [, verb = 'statement', table = ''] =
    /^\s*(\w+)(?:[^"]*?\b(?:from|into|update)\s+"?(\w+))?/i.exec(text ?? '') ?? [];
  return `${verb.toLowerCase()} ${table}`.trim();
}
