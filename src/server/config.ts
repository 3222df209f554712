import type * as z from 'zod';
import { ConfigFields } from './config-fields.ts';
import { configRules } from './config-rules.ts';
import { connectionUrl } from './database-url.ts';

/** The server's settings, as `.env.example` lists them. They are read and checked once. */
export type Config = z.output<typeof Settings>;

const Settings = ConfigFields.superRefine((settings, context) => {
  for (const rule of configRules) {
    for (const [name, message] of rule(settings)) context.addIssue({ code: 'custom', path: [name], message });
  }
}).transform((settings) => {
  const { DATABASE_CA: authority, DATABASE_POOLER: pooler } = settings;
  const complete = (url: string | undefined) => url && connectionUrl(url, authority, pooler);
  return {
    ...settings,
    DATABASE_URL: complete(settings.DATABASE_URL),
    DATABASE_REPLICA_URL: complete(settings.DATABASE_REPLICA_URL),
  };
});

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
  const result = Settings.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    // A mistyped secret must not end up in a log.
    const value =
      /SECRET|TOKEN|DATABASE_(REPLICA_)?URL|BACKUP_KEY|SMTP_URL|GEOCODER_URL/.test(name) || given[name] === undefined
        ? ''
        : ` (it is "${given[name]}")`;
    return `  ${name} ${issue.message}${value}`;
  });
  throw new ConfigError(`Yardpack cannot start with these settings:\n${problems.join('\n')}`);
}
