import { ConfigFields } from './config-fields.ts';
import { configRules } from './config-rules.ts';
import { connectionUrl } from './database-url.ts';

/** The server's settings, as `.env.example` lists them. They are read and checked once. */
export type Config = ConfigFields;

/** @returns how long a process that was told to stop waits until nobody sends it calls: a balancer looks every few seconds */
export const drainSeconds = ({ DRAIN_SECONDS: given, NODE_ENV: environment }: Config): number =>
  given ?? (environment === 'production' ? 5 : 0);

/** @returns where the site is reached, without a slash at the end */
export const publicUrlOf = ({ PUBLIC_URL, PORT }: Config, port = PORT): string =>
  (PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/$/, '');

/** Its message names every wrong setting. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the settings.
 * @param environment variables by name; an empty one counts as not set
 * @throws ConfigError that names every wrong setting
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const { settings, wrong } = readFields(given);
  const broken = configRules.flatMap((rule) => [...rule(settings)]);
  // What is wrong by itself has been said; a rule saw its default in its place.
  const isSaid = new Set(wrong.map(([name]) => name));
  const problems = [...wrong, ...broken.filter(([name]) => !isSaid.has(name))];
  if (problems.length > 0) {
    const lines = problems.map(([name, message]) => `  ${name} ${message}${shownValue(name, given[name])}`);
    throw new ConfigError(`Yardpack cannot start with these settings:\n${lines.join('\n')}`);
  }
  const { DATABASE_CA: authority, DATABASE_POOLER: pooler } = settings;
  const complete = (url: string | undefined) => url && connectionUrl(url, authority, pooler);
  return {
    ...settings,
    DATABASE_URL: complete(settings.DATABASE_URL),
    DATABASE_REPLICA_URL: complete(settings.DATABASE_REPLICA_URL),
  };
}

/** Reads each setting by itself, so that one that is wrong hides no other. @returns its default where it is wrong */
function readFields(given: Record<string, string | undefined>) {
  const wrong: [name: string, message: string][] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(ConfigFields.shape)) {
    const { data, error } = field.safeParse(given[name]);
    if (error) wrong.push(...error.issues.map(({ message }): [string, string] => [name, message]));
    settings[name] = error ? field.parse(undefined) : data;
  }
  return { settings: settings as ConfigFields, wrong };
}

/** A mistyped secret must not end up in a log. */
const isSecret = (name: string) =>
  /SECRET|TOKEN|LOGIN|(BACKUP|SIGNING)_KEY|(DATABASE(_REPLICA)?|SMTP|GEOCODER|BOUNCE_MAILBOX)_URL/.test(name);

const shownValue = (name: string, value: string | undefined) =>
  isSecret(name) || value === undefined ? '' : ` (it is "${value}")`;
