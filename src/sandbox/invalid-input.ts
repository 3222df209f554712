import type * as z from 'zod';
import type { FieldError } from '#contract/errors.ts';

/** Refuses input with 400; each field has a path ('body.advance') and a reason. */
export class InvalidInput extends Error {
  override name = 'InvalidInput';
  readonly fields: FieldError[];

  constructor(fields: FieldError[]) {
    super(fields[0]?.message ?? 'Invalid input');
    this.fields = fields;
  }
}

export const refuse = (path: string, message: string) => new InvalidInput([{ path, message }]);

/**
 * Parses input by a schema.
 * @param where the first part of the paths of refused fields: 'body' or 'query'
 * @throws InvalidInput that names every wrong or unknown field
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown, where: string): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new InvalidInput(
    result.error.issues.flatMap((issue) => {
      const names = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
      return names.map((name) => ({
        path: [where, ...issue.path, ...(name === undefined ? [] : [name])].map(String).join('.'),
        message: name === undefined ? issue.message : 'There is no such field',
      }));
    }),
  );
}
