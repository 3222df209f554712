import type { Queryable } from './connection.ts';

type Call<Asked, Answer> = { asked: Asked; answer(answer: Answer): void; fail(error: unknown): void };

/**
 * Gathers the calls that come at one moment, so that one statement does what each would else do alone.
 * @param act does all that was asked, and answers each in its place
 */
export function gathered<Asked, Answer>(
  act: (database: Queryable, all: Asked[]) => Promise<Answer[]>,
): (database: Queryable, asked: Asked) => Promise<Answer> {
  const waiting = new WeakMap<Queryable, Call<Asked, Answer>[]>();
  const doAll = async (database: Queryable, calls: Call<Asked, Answer>[]) => {
    waiting.delete(database);
    try {
      const answers = await act(
        database,
        calls.map(({ asked }) => asked),
      );
      for (const [place, { answer }] of calls.entries()) answer(answers[place] as Answer);
    } catch (error) {
      for (const { fail } of calls) fail(error);
    }
  };
  return (database, asked) =>
    new Promise((answer, fail) => {
      const calls = waiting.get(database) ?? [];
      calls.push({ asked, answer, fail });
      if (calls.length > 1) return;
      waiting.set(database, calls);
      setImmediate(doAll, database, calls);
    });
}
