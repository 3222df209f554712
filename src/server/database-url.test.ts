import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from './config.ts';
import { selfSigned } from './testing/certificate.ts';

/** Takes TLS as Postgres does, and refuses whoever gets through. */
const server = createServer((socket: Socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (asked) => {
    const isTls = Buffer.from(asked).readInt32BE(4) === 80877103;
    if (!isTls) return refuse(socket, 'reached without TLS');
    socket.write('S');
    const safe = new TLSSocket(socket, { isServer: true, ...selfSigned });
    safe.on('error', () => undefined);
    safe.once('data', () => refuse(safe, 'reached by TLS'));
  });
});

function refuse(socket: Socket, words: string): void {
  const body = Buffer.from(`SFATAL\0C28000\0M${words}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  socket.end(Buffer.concat([head, body]));
}

let authority: string;
let port: number;
beforeAll(async () => {
  server.listen(0);
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  authority = join(inject('runFolder'), 'authority.crt');
  await writeFile(authority, selfSigned.cert);
});
afterAll(() => void server.close());

/** @returns how far a connection with these settings gets */
async function reach(query: string, more: Record<string, string> = {}, host = '127.0.0.1'): Promise<string> {
  const settings = readConfig({ DATABASE_URL: `postgres://yard:yard@${host}:${port}/yard${query}`, ...more });
  const client = new Client({ connectionString: settings.DATABASE_URL });
  client.on('error', () => undefined);
  return await client.connect().then(
    () => 'connected',
    (error: Error) => error.message,
  );
}

test('sslmode means what libpq means by it', async () => {
  expect(await reach('')).toBe('reached without TLS');
  expect(await reach('?sslmode=disable')).toBe('reached without TLS');
  expect(await reach('?sslmode=require')).toBe('reached by TLS');
  expect(await reach('?sslmode=verify-full')).toMatch(/self-signed/);
});

test('a private authority is trusted, for the host that its certificate names', async () => {
  const own = { DATABASE_CA: authority };
  expect(await reach('', own)).toBe('reached by TLS');
  expect(await reach('', own, 'localhost')).toMatch(/does not match certificate/);
  expect(await reach('?sslmode=verify-ca', own, 'localhost')).toBe('reached by TLS');
  expect(await reach('?sslmode=require', own, 'localhost')).toBe('reached by TLS');
});

test('a way that would go on without TLS, and one that vouches for nobody, are refused', () => {
  const from =
    (query: string, more = {}) =>
    () =>
      readConfig({ DATABASE_URL: `postgres://db.example/yard${query}`, ...more });
  expect(from('?sslmode=prefer')).toThrow(
    'DATABASE_URL must have one of disable, require, verify-ca, verify-full as its sslmode',
  );
  expect(from('?sslmode=verify-ca')).toThrow('needs DATABASE_CA');
  expect(from('', { DATABASE_CA: '/nowhere.crt' })).toThrow('DATABASE_CA must name a file with certificates');
});
