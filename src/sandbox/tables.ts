import { type Asked, createMissing } from './postgres.ts';

const statements = [
  'create schema if not exists sandbox',
  `create table if not exists sandbox.clock (
    id integer primary key,
    offset_ms bigint not null
  )`,
  'insert into sandbox.clock (id, offset_ms) values (1, 0) on conflict (id) do nothing',
  `create table if not exists sandbox.message (
    id text primary key,
    channel text not null,
    recipient text not null,
    subject text,
    text text not null,
    html text,
    reply_to text,
    sent_at timestamptz not null
  )`,
  // A later column, which counts how often the message arrived.
  'alter table sandbox.message add column if not exists arrivals integer not null default 1',
  'create table if not exists sandbox.done (what text primary key)',
  'create index if not exists message_newest on sandbox.message (sent_at desc, id desc)',
];

/** Creates what is missing of the schema `sandbox`. */
export async function createSandboxTables(pool: Asked): Promise<void> {
  await createMissing(pool, statements);
}
