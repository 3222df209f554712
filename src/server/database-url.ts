import { asPooled } from './database/pooler.ts';

/** As libpq means them: https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-SSLMODE-STATEMENTS */
const modes = ['disable', 'require', 'verify-ca', 'verify-full'];

const characters = 'Write / ? # and @ in the password as %2F, %3F, %23 and %40';

/** @returns what is wrong with a connection URL whose password has a character that ends it; undefined when none has */
export function passwordProblem(url: string): string | undefined {
  const parts = URL.parse(url);
  if (!parts) return `is not a URL that can be read. ${characters}`;
  const { hash, pathname, search } = parts;
  // What came after such a character is taken for another part, with the @ that stands before the host.
  return hash || pathname.includes('@') || search.includes('@')
    ? `cannot be read as it is meant. ${characters}`
    : undefined;
}

/** @returns what is wrong with how a connection URL asks for TLS; undefined when nothing is */
export function tlsProblem(url: string, authority: string | undefined): string | undefined {
  const asked = URL.parse(url)?.searchParams;
  // What is no address at all is said by whoever reads it.
  if (!asked) return undefined;
  const mode = asked.get('sslmode');
  if (mode === null) return undefined;
  // libpq's `prefer` and `allow` go on without TLS when somebody in between asks for it.
  if (!modes.includes(mode)) return `must have one of ${modes.join(', ')} as its sslmode`;
  const needsAuthority = mode === 'verify-ca' && !authority && !asked.has('sslrootcert');
  return needsAuthority ? 'needs DATABASE_CA with sslmode=verify-ca' : undefined;
}

/**
 * @param authority the file with the certificate of a private authority
 * @returns the URL as our driver takes it, which by itself means other things by `sslmode` than libpq and everybody else
 */
export function connectionUrl(url: string, authority: string | undefined, pooler: 'transaction' | undefined): string {
  const changed = new URL(url);
  const asked = changed.searchParams;
  if (authority && !asked.has('sslrootcert')) asked.set('sslrootcert', authority);
  if (asked.has('sslrootcert') && !asked.has('sslmode')) asked.set('sslmode', 'verify-full');
  if (asked.has('sslmode')) asked.set('uselibpqcompat', 'true');
  return pooler ? asPooled(changed.href) : changed.href;
}
