import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { expect, inject, onTestFinished, test } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';
import { freePort } from '../free-port.ts';
import { createEmptyDatabase, withClient } from '../testing/backup-checks.ts';
import { selfSigned } from '../testing/certificate.ts';
import { databaseUrl } from '../testing/postgres.ts';
import { checkServer } from './check-server.ts';

test('an owner who is no superuser has all that is needed', async () => {
  const { url, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  expect(await checkServer(url)).toEqual([]);
});

test('a database of another encoding, of which the user owns nothing, is refused with both said', async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = inject('postgresUrl');
  await withClient(admin, async (client) => {
    await client.query(`create role ${name} login password '${name}'`);
    await client.query(`create database ${name} encoding 'LATIN1' template template0 locale_provider libc locale 'C'`);
  });
  onTestFinished(() =>
    withClient(admin, async (client) => {
      await client.query(`drop database ${name}`);
      await client.query(`drop role ${name}`);
    }),
  );
  const url = new URL(databaseUrl(admin, name));
  [url.username, url.password] = [name, name];
  const refused = checkServer(url.href);
  await expect(refused).rejects.toThrow('Its encoding is LATIN1');
  await expect(refused).rejects.toThrow('may not make schemas and tables');
});

test('who has no password leaves no connection behind, which would hold up whoever drops a database', async () => {
  const url = new URL(inject('postgresUrl'));
  url.password = '';
  await expect(checkServer(url.href)).rejects.toThrow('it has no password');
  await withClient(inject('postgresUrl'), async (client) => {
    const waiting = async () =>
      (await client.query("select 1 from pg_stat_activity where state = 'starting' and wait_event = 'ClientRead'"))
        .rowCount;
    await expect.poll(waiting).toBe(0);
  });
});

/** Says of itself what a server would that we have not at hand. */
async function serverThatSays(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    answer(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `postgres://yard:yard@127.0.0.1:${(server.address() as AddressInfo).port}/yard`;
}

/** A message of the protocol: https://www.postgresql.org/docs/current/protocol-message-formats.html */
function message(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)));
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const numbers = (...values: [bytes: 2 | 4, value: number][]) =>
  Buffer.concat(
    values.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeIntBE(value, 0, bytes);
      return buffer;
    }),
  );

test('a server that is too old is named with its version, and a standby as what it is', async () => {
  const row = {
    number: '140012',
    version: '14.12',
    encoding: 'UTF8',
    mayMakeSchemas: 't',
    mayMakeTables: 't',
    isStandby: 't',
    hasLimit: 'f',
  };
  const typeOf = (name: string) => (name === 'number' ? 23 : /^(is|may|has)/.test(name) ? 16 : 25);
  const columns = Object.keys(row).flatMap((name) => [
    name,
    numbers([4, 0], [2, 0], [4, typeOf(name)], [2, -1], [4, -1], [2, 0]),
  ]);
  const values = Object.values(row).flatMap((value) => [numbers([4, value.length]), Buffer.from(value)]);
  const ready = message('Z', Buffer.from('I'));
  const url = await serverThatSays((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', numbers([4, 0])), ready]));
      socket.once('data', () => {
        const count = numbers([2, Object.keys(row).length]);
        socket.write(
          Buffer.concat([
            message('T', count, ...columns),
            message('D', count, ...values),
            message('C', 'SELECT 1'),
            ready,
          ]),
        );
      });
    });
  });
  const refused = checkServer(url);
  await expect(refused).rejects.toThrow('It is PostgreSQL 14.12, and 15 or newer is needed.');
  await expect(refused).rejects.toThrow('It is a standby');
});

test('a pooler that nobody has named is recognised by its refusal', async () => {
  const url = await serverThatSays((socket) => {
    const refusal = message('E', 'SFATAL', 'C08P01', 'Munsupported startup parameter: lock_timeout', Buffer.from([0]));
    socket.once('data', () => socket.end(refusal));
  });
  await expect(checkServer(url)).rejects.toThrow('set DATABASE_POOLER=transaction');
});

/** Takes TLS as Postgres does, with a certificate for 127.0.0.1 that nobody vouches for. */
async function serverWithTls(): Promise<number> {
  const url = await serverThatSays((socket) => {
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, ...selfSigned }).on('error', () => undefined);
    });
  });
  return Number(new URL(url).port);
}

/** @returns what a start says of a DATABASE_URL */
async function saidOf(url: string, more: Record<string, string> = {}): Promise<string> {
  const trying = async () => void (await checkServer(readConfig({ DATABASE_URL: url, ...more }).DATABASE_URL ?? ''));
  return await trying().then(
    () => 'It works',
    (error: unknown) => (error instanceof ConfigError ? error.message : `Not in words: ${error}`),
  );
}

test('a DATABASE_URL that leads nowhere is told with what is wrong, and what to do', async () => {
  const real = new URL(inject('postgresUrl'));
  const changed = (change: (url: URL) => void) => {
    const url = new URL(real);
    change(url);
    return url.href;
  };
  const [port, tls] = [await freePort(), await serverWithTls()];
  const authority = join(inject('runFolder'), 'check-server.crt');
  await writeFile(authority, selfSigned.cert);
  const no = 'DATABASE_URL does not lead to a database: ';
  const said = await Promise.all([
    saidOf(changed((url) => (url.pathname = '/none'))),
    saidOf(changed((url) => (url.password = 'wrong'))),
    saidOf(changed((url) => (url.password = ''))),
    saidOf(changed((url) => (url.search = '?sslmode=require'))),
    saidOf(`postgres://yard:yard@127.0.0.1:${port}/yard`),
    saidOf('postgres://yard:yard@nowhere.invalid/yard'),
    saidOf(`postgres://yard:yard@127.0.0.1:${tls}/yard?sslmode=verify-full`),
    saidOf(`postgres://yard:yard@localhost:${tls}/yard`, { DATABASE_CA: authority }),
    saidOf('postgres://yard:100%@127.0.0.1:1/yard'),
    saidOf('nonsense'),
  ]);
  expect(said).toEqual([
    `${no}there is no database "none" at ${real.host}. Make it (create database none …), or correct its name.`,
    `${no}Postgres at ${real.host} refuses the user "${real.username}" with this password. Correct user or password.`,
    `${no}it has no password, and Postgres asks the user "${real.username}" for one. Add it.`,
    `${no}it asks for TLS (sslmode), which the server at ${real.host} has not. Switch TLS on there.`,
    `${no}nothing takes connections at 127.0.0.1:${port}. Start Postgres there, or correct the host name and the port.`,
    `${no}the host name "nowhere.invalid" is not known here. Correct it, or look at this machine's DNS.`,
    `${no}nobody that we trust vouches for the certificate of the server at 127.0.0.1:${tls}. Name its authority's certificate in DATABASE_CA.`,
    `${no}the server's certificate is not that of "localhost". Use the host name that the certificate names.`,
    expect.stringContaining('DATABASE_URL'),
    expect.stringMatching(/DATABASE_URL must be a URL/),
  ]);
  expect(said.join()).not.toMatch(/Not in words|wrong|100%/);
});

test('a database that answers what nobody understands, or not at all, is told in words too', async () => {
  const hangUp = await serverThatSays((socket) => socket.end());
  const silent = await serverThatSays(() => undefined);
  const [ended, nothing] = await Promise.all([saidOf(hangUp), saidOf(silent)]);
  expect(ended).toMatch(
    /^DATABASE_URL does not lead to a database: there is no connection to 127\.0\.0\.1:\d+: .*terminated/,
  );
  expect(nothing).toMatch(/nothing answers at 127\.0\.0\.1:\d+\. Correct/);
});
