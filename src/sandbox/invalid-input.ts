import type * as z from 'zod';
import type { FieldError } from '#contract/errors.ts';

/** Input that is refused with 400: each field's path ('body.advance') and why. */
export class InvalidInput extends Error {
  override name = 'InvalidInput';
  readonly fields: FieldError[];

  constructor(fields: FieldError[]) {
    super(fields[0]?.message ?? 'Invalid input');
    this.fields = fields;
  }
}

/** One refused field. */
export const refuse = (path: string, message: string) => new InvalidInput([{ path, message }]);

/**
 * The input as the schema has it.
 * @param where what the paths of refused fields begin with: 'body' or 'query'
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
