import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';

const project = fileURLToPath(new URL('../..', import.meta.url));

export type Service = {
  build?: string;
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  env_file?: string;
  volumes?: string[];
  networks?: string[];
  ports?: string[];
  read_only?: boolean;
  restart?: string;
  logging?: { options?: Record<string, string> };
  tmpfs?: string[];
  init?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
};
export type Compose = {
  services: Record<string, Service>;
  volumes: object;
  networks?: Record<string, { internal?: boolean } | null>;
};

export const readCompose = (file: string): Compose => parse(readFileSync(join(project, file), 'utf8'), { merge: true });

/** What the owner writes into .env, on top of .env.example: what production asks for. The hosts lead nowhere. */
export function exampleSettings(given: Record<string, string>): Record<string, string> {
  return {
    ...(parseEnv(readFileSync(join(project, '.env.example'), 'utf8')) as Record<string, string>),
    POSTGRES_PASSWORD: 'abc123',
    SMTP_URL: 'smtps://me:word@mail.invalid',
    MAIL_FROM: 'hello@yards.invalid',
    CONTACT_EMAIL: 'hello@yards.invalid',
    SNS_REGION: 'us-east-1',
    STRIPE_SECRET_KEY: 'sk_live_a',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_a',
    STRIPE_WEBHOOK_SECRET: 'whsec_a',
    ...given,
  };
}

/** Variables as compose puts them in. */
export function settingsOf(service: Service | undefined, given: Record<string, string>): Record<string, string> {
  const fill = (text: string) =>
    text.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name) => given[name] || `${name} is missing`);
  const own = Object.entries(service?.environment ?? {}).map(([name, value]) => [name, fill(String(value))]);
  return { ...(service?.env_file ? given : {}), ...Object.fromEntries(own) };
}

/** @returns the seconds that a service is given to stop, as compose and Docker have it */
export function graceSeconds({ stop_grace_period: period = '10s' }: Service): number {
  const [, seconds] = /^(\d+)s$/.exec(period) ?? [];
  if (seconds === undefined) throw new Error(`stop_grace_period: ${period} is not in seconds`);
  return Number(seconds);
}

/**
 * @param prefix stands before the names of volumes and networks
 * @returns what `podman run` is given for a service, so that it is shut in as compose does it
 */
export function runArguments(service: Service, given: Record<string, string>, prefix: string): string[] {
  const each = (flag: string, values: readonly string[] = []) => values.flatMap((value) => [flag, value]);
  const volume = (text: string) => (text.startsWith('./') ? resolve(project, text) : `${prefix}-${text}`);
  return [
    // Podman would let /run and /var/tmp be written; Docker does not.
    ...(service.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...(service.init ? ['--init'] : []),
    ...each('--tmpfs', service.tmpfs),
    ...each('--cap-drop', service.cap_drop),
    ...each('--cap-add', service.cap_add),
    ...each('--security-opt', service.security_opt),
    ...each(
      '--env',
      Object.entries(settingsOf(service, given)).map(([name, value]) => `${name}=${value}`),
    ),
    ...each('--volume', service.volumes?.map(volume)),
    ...each(
      '--network',
      service.networks?.map((name) => `${prefix}-${name}`),
    ),
    ...['--stop-timeout', String(graceSeconds(service))],
  ];
}
