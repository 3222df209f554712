import { ConfigError } from '../config.ts';

/** What a connection URL says, in words: never its password. */
type Asked = { host: string; address: string; user: string; database: string };

/**
 * What can be wrong with a connection, by the code of its error: SQLSTATEs (PostgreSQL documentation, appendix A), the
 * system's errors, and those of Node's TLS (https://nodejs.org/api/tls.html#x509-certificate-error-codes).
 */
const reasons: [code: RegExp, say: (asked: Asked, error: Error) => string][] = [
  [
    /^3D000$/,
    ({ database, address }) =>
      `there is no database "${database}" at ${address}. Make it (create database ${database} …), or correct its name.`,
  ],
  [
    /^28P01$/,
    ({ user, address }) =>
      `Postgres at ${address} refuses the user "${user}" with this password. Correct user or password.`,
  ],
  [
    /^28000$/,
    ({ user, address }, { message }) =>
      `Postgres at ${address} does not let the user "${user}" in: ${message}. Correct the user, or Postgres's pg_hba.conf.`,
  ],
  [
    /^ECONNREFUSED$/,
    ({ address }) =>
      `nothing takes connections at ${address}. Start Postgres there, or correct the host name and the port.`,
  ],
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    ({ host }) => `the host name "${host}" is not known here. Correct it, or look at this machine's DNS.`,
  ],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/,
    ({ address }) => `nothing answers at ${address}. Correct the host name and the port, or let this machine through.`,
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    ({ host }) => `the server's certificate is not that of "${host}". Use the host name that the certificate names.`,
  ],
  [
    /^CERT_HAS_EXPIRED$/,
    ({ address }) => `the certificate of the server at ${address} has expired. Give that server a new one.`,
  ],
  [
    /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|CERT_UNTRUSTED/,
    ({ address }) =>
      `nobody that we trust vouches for the certificate of the server at ${address}. Name its authority's certificate in DATABASE_CA.`,
  ],
];

/** Errors of pg itself, which have no code. */
const wordsOfDriver: [message: RegExp, say: (asked: Asked) => string][] = [
  [
    /does not support SSL/,
    ({ address }) => `it asks for TLS (sslmode), which the server at ${address} has not. Switch TLS on there.`,
  ],
  [/password must be a/, ({ user }) => `it has no password, and Postgres asks the user "${user}" for one. Add it.`],
  [
    /timeout expired|timeout exceeded|connection timeout|does not answer/,
    ({ address }) => `nothing answers at ${address}. Correct the host name and the port, or let this machine through.`,
  ],
];

/**
 * @param error of connecting to the URL
 * @param setting that has it
 * @returns what is wrong and what to do about it, in a sentence for the person at the keyboard
 */
export function noConnection(url: string, error: unknown, setting = 'DATABASE_URL'): ConfigError {
  const failed = error instanceof Error ? error : new Error(String(error));
  const code = 'code' in failed ? String(failed.code) : '';
  const asked = askedBy(url);
  const known =
    reasons.find(([pattern]) => pattern.test(code))?.[1](asked, failed) ??
    wordsOfDriver.find(([pattern]) => pattern.test(failed.message))?.[1](asked);
  const said =
    known ??
    `there is no connection to ${asked.address}: ${failed.message || code}. Look at the setting and at Postgres.`;
  return new ConfigError(`${setting} does not lead to a database: ${said}`, { cause: error });
}

function askedBy(url: string): Asked {
  const { hostname, port, username, pathname, searchParams } = new URL(url);
  const host = searchParams.get('host') || hostname.replace(/^\[|\]$/g, '') || 'localhost';
  const user = readable(username) || 'nobody';
  return { host, address: `${host}:${port || 5432}`, user, database: readable(pathname.slice(1)) || user };
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
