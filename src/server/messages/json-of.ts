/** @returns what a text says in JSON, without NUL in its values, because Postgres keeps none; undefined when it is none */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text, (_name, value) => (typeof value === 'string' ? value.replaceAll('\0', '') : value));
  } catch {
    return undefined;
  }
}
